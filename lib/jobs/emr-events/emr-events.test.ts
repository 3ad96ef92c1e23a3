/** @module-tag long */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PATCH as updateAppointment } from "#app/v1/appointments/route.ts";
import { POST as sendMessage } from "#app/v1/messages/route.ts";
import { GET as listPatients } from "#app/v1/patients/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import type { Fault } from "#lib/testing/hosted/faults";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { FIRST_VARIANTS, variantRows } from "#lib/testing/hosted/variants";
import { jobsOf } from "#lib/testing/jobs";
import { linkHosted } from "#lib/testing/link-hosted";
import { makeAccountBeside, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { readDueLogs } from "./read-log.ts";

process.env.SEED = "demo";
const database = testDatabase();
let server: HostedServer;
let clinic: TestAccount;
let receipts = 0;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  forgetSingleton("environment");
  server = await startHostedServer({ patients: 12 });
  clinic = await openClinic();
  await linkHosted(database, clinic, server);
});
afterEach(async () => {
  await jobs.forgetUnfinished();
  Object.assign(server.variants, FIRST_VARIANTS);
  server.faults.ofEvent = () => "sent";
  server.faults.ofWork = () => ({ kind: "done" });
});
afterAll(() => server.stop());

const reference = () => `RCPT-${++receipts}`;

const pay = (reference_number: string, changes: Record<string, unknown> = {}) =>
  jobs.accept(() =>
    call(createPayment, "POST", "/payments", {
      headers: clinic.headers,
      body: { ...aPayment, reference_number, ...changes },
    }),
  );

/** Has the log read now, as if its time had come. */
async function readLog(): Promise<void> {
  await database.asOwner("UPDATE emr_event_reading SET next_at = now() - interval '1 minute'");
  await readDueLogs(new Date());
}

const paidIn = (number: string) => server.ledger.effectsOf(number);

describe("the outcome of an operation comes from the EMR's log of events", () => {
  it.each(variantRows().map((variants, row) => ({ row: row + 1, variants })))(
    "completed and failed, whatever the service's answers look like: row $row",
    async ({ variants }) => {
      Object.assign(server.variants, variants);
      const [number, failing] = [reference(), reference()];
      const { answer, jobId } = await pay(number);
      expect(answer.status).toBe(202);
      await readLog();
      expect(await jobs.read(jobId)).toMatchObject({ status: "queued", waiting_reason: "Waits for the EMR's event" });
      server.faults.ofWork = ({ body }) =>
        body.reference_number === failing ? { kind: "failed", reason: "The ledger is closed" } : { kind: "done" };
      const failed = await pay(failing);
      await server.finish();
      await readLog();
      await readLog();
      expect(await jobs.read(jobId)).toMatchObject({
        status: "completed",
        result: { emr_transaction_id: expect.stringMatching(/^E-\d+$/), reference_number: number },
        warnings: [],
      });
      expect(await jobs.read(failed.jobId)).toMatchObject({ status: "failed", failure_reason: "The ledger is closed" });
      expect((await jobs.eventsOf(jobId)).map(({ type }) => type)).toEqual(["payment.created"]);
      expect((await jobs.eventsOf(failed.jobId)).map(({ type }) => type)).toEqual(["payment.failed"]);
      expect(paidIn(number)).toHaveLength(1);
    },
  );

  it("a message's, of which the interface names no event", async () => {
    const body = { provider: "101", subject: "Refill", message: "Before Friday" };
    const { jobId } = await jobs.accept(() =>
      call(sendMessage, "POST", "/messages", { headers: clinic.headers, body }),
    );
    await server.finish();
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
  });

  it("a refusal is the caller's answer", async () => {
    const { answer } = await pay(reference(), {
      location: "LOC-1",
      payment_method: "credit card",
      amount: 10,
      patient_mrn: "MRN-2",
    });
    expect([202, 400, 404]).toContain(answer.status);
    server.faults.next(
      { kind: "refused", status: 400, message: "POST /payments is not supported. Supported EMRs: a, b" },
      "POST /payments",
    );
    const refused = await pay(reference());
    expect(refused.answer).toMatchObject({ status: 400, body: { message: expect.stringContaining("Supported EMRs") } });
  });
});

const UNKNOWN: [string, Fault][] = [
  ["a cut connection", { kind: "cut_after" }],
  ["a cut answer", { kind: "truncated" }],
  ["500", { kind: "failed_after" }],
  ["a page of a proxy", { kind: "html", status: 502, isDone: true }],
];

describe("an operation whose answer was lost", () => {
  it.each(UNKNOWN)("is sent once and found by what its event names, after %s", async (_words, fault) => {
    const number = reference();
    server.faults.next(fault, "POST /payments");
    const { answer, jobId } = await pay(number);
    expect(answer.status).toBe(202);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      ambiguous: true,
      waiting_reason: expect.stringContaining("log of events is searched"),
    });
    await jobs.run(jobId);
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    await server.finish();
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({
      status: "completed",
      ambiguous: false,
      warnings: [expect.stringContaining("found among the EMR's events")],
    });
    expect(paidIn(number)).toHaveLength(1);
    expect(server.ledger.calls("POST", "/payments").length).toBeGreaterThan(0);
  });

  it("is left to a person once it was looked for in vain, and never sent again", async () => {
    const number = reference();
    server.faults.next({ kind: "cut_before" }, "POST /payments");
    const { jobId } = await pay(number);
    const before = server.ledger.calls("POST", "/payments").length;
    await readLog();
    await database.asOwner("UPDATE passed_on SET sent_at = sent_at - interval '20 minutes' WHERE job_id = $1", [jobId]);
    await jobs.due(jobId);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      ambiguous: true,
      standing: { needs_person: true },
      waiting_reason: expect.stringContaining("no event of it names what the request does"),
    });
    await jobs.run(jobId);
    expect(server.ledger.calls("POST", "/payments")).toHaveLength(before);
    expect(paidIn(number)).toEqual([]);
  });

  it("is found late, too, after it was left to a person", async () => {
    const number = reference();
    server.faults.next({ kind: "cut_after" }, "POST /payments");
    const { jobId } = await pay(number);
    await database.asOwner("UPDATE passed_on SET sent_at = sent_at - interval '20 minutes' WHERE job_id = $1", [jobId]);
    await jobs.due(jobId);
    await jobs.run(jobId);
    await server.finish();
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(paidIn(number)).toHaveLength(1);
  });

  it("is not mistaken for a like one that was answered, nor for one that may still be", async () => {
    const number = reference();
    const answered = await pay(number);
    server.faults.next({ kind: "cut_before" }, "POST /payments");
    const lost = await pay(number);
    await server.finish();
    await readLog();
    expect(await jobs.read(answered.jobId)).toMatchObject({ status: "completed" });
    expect(await jobs.read(lost.jobId)).toMatchObject({ status: "queued", ambiguous: true });
    expect(paidIn(number)).toHaveLength(1);
  });

  it("is not taken for another account's, whose events the log may list as well", async () => {
    const other = server.addAccount("another practice");
    // Where the service does not say whose an event is, a second account that is linked here makes it doubtful.
    const beside = await makeAccountBeside(clinic, { emrType: "records_api" });
    await linkHosted(database, beside, server, other);
    server.variants.eventScope = "client";
    for (const eventData of ["data", "envelope"] as const) {
      server.variants.eventData = eventData;
      const number = reference();
      server.faults.next({ kind: "cut_before" }, "POST /payments");
      const { jobId } = await pay(number);
      const { base_url, ...headers } = server.connection;
      const body = { ...aPayment, reference_number: number };
      await fetch(`${base_url}/payments`, {
        method: "POST",
        headers: { ...headers, access_token: other, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      await server.finish();
      await readLog();
      expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
      await jobs.forgetUnfinished();
    }
    await database.asOwner("UPDATE linked_account SET connection = NULL WHERE id = $1", [
      beside.tenant.linkedAccountId,
    ]);
  });
});

const visits = () =>
  database.asOwner<{ id: string; status: string; reason: string | null }>(
    "SELECT emr_appointment_id AS id, status, reason FROM appointment WHERE linked_account_id = $1 ORDER BY 1",
    [clinic.tenant.linkedAccountId],
  );

describe("a change in the EMR", () => {
  it.each(variantRows().map((variants, row) => ({ row: row + 1, variants })))(
    "is read at once when its event is seen, once for each event: row $row",
    async ({ row, variants }) => {
      await database.asOwner("DELETE FROM emr_event_reading");
      await syncAccount(clinic.tenant);
      Object.assign(server.variants, variants);
      const reason = `Changed ${row}`;
      await server.staffChange("appointments", "APT-1", { reason });
      await server.staffChange("patients", "PAT-1", { phone: `212-555-77${row}7` });
      await readLog();
      expect((await visits()).find(({ id }) => id === "APT-1")?.reason).toBe(reason);
      const [patient] = await database.asOwner<{ phone: string }>(
        "SELECT phone FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'",
        [clinic.tenant.linkedAccountId],
      );
      expect(patient?.phone).toBe(`212-555-77${row}7`);
      const reads = server.ledger.calls("GET").filter(({ path }) => path.startsWith("/appointment/")).length;
      await readLog();
      expect(server.ledger.calls("GET").filter(({ path }) => path.startsWith("/appointment/"))).toHaveLength(reads);
    },
  );

  it("a new visit is stored, and a status that was set here is set there by the service's own id", async () => {
    await syncAccount(clinic.tenant);
    await server.staffBook({
      ...server.clinic.appointments[0],
      id: "9".repeat(32),
      ehr_id: "APT-9",
      ehr_appointment_id: "APT-9",
      emr_appointment_id: "APT-9",
    });
    await readLog();
    expect((await visits()).map(({ id }) => id)).toContain("APT-9");
    const body = { emr_appointment_id: "APT-1", status: "ARR" };
    const { answer, jobId } = await jobs.accept(() =>
      call(updateAppointment, "PATCH", "/appointments", { headers: clinic.headers, body }),
    );
    expect(answer.status).toBe(202);
    await server.finish();
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", result: { status: "ARR" } });
    expect(server.clinic.appointments[0]?.status).toBe("ARR");
    expect((await visits()).find(({ id }) => id === "APT-1")?.status).toBe("ARR");
  });
});

it.each(["all", "writes"] as const)(
  "an operation waits, without using up its attempts, while the service has lost its login (refused: %s)",
  async (lostLogin) => {
    server.variants.lostLogin = lostLogin;
    const number = reference();
    await server.loseLogin();
    const { answer, jobId } = await pay(number);
    expect(answer.status).toBe(202);
    for (let attempt = 0; attempt < 3; attempt++) {
      await jobs.due(jobId);
      await jobs.run(jobId);
    }
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      attempts: 0,
      ambiguous: false,
      waiting_reason: expect.stringContaining("lost its login"),
    });

    const another = await pay(reference());
    expect(another.answer).toMatchObject({ status: 403, body: { success: false, error: "login_required" } });
    forgetSingleton("first-syncs");
    const listed = await call(listPatients, "GET", "/patients", { headers: clinic.headers });
    expect(listed).toMatchObject({
      status: 200,
      body: { warnings: expect.arrayContaining([expect.stringContaining("as they were read last")]) },
    });

    server.repairLogin();
    await jobs.due(jobId);
    await jobs.run(jobId);
    await server.finish();
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(paidIn(number)).toHaveLength(1);
    expect((await pay(reference())).answer.status).toBe(202);
  },
);

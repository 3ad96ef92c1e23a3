/** @module-tag long */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PATCH as updateAppointment } from "#app/v1/appointments/route.ts";
import { POST as sendMessage } from "#app/v1/messages/route.ts";
import { GET as listPatients } from "#app/v1/patients/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { POST as createReferral } from "#app/v1/referrals/route.ts";
import { POST as createTask } from "#app/v1/tasks/route.ts";
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
    server.variants.eventData = "envelope";
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
      waiting_reason: expect.stringContaining("no event of it certainly shows what became of the request"),
    });
    await jobs.run(jobId);
    expect(server.ledger.calls("POST", "/payments")).toHaveLength(before);
    expect(paidIn(number)).toEqual([]);
  });

  it("is found late, too, after it was left to a person", async () => {
    server.variants.eventData = "envelope";
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

  /** Sends a request as somebody else does, with another access token of the same client. */
  async function sendAsAnother(token: string, path: string, body: Record<string, unknown>): Promise<void> {
    const { base_url, ...headers } = server.connection;
    await fetch(`${base_url}${path}`, {
      method: "POST",
      headers: { ...headers, access_token: token, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  const DOUBT = expect.stringMatching(
    /^An event of the EMR may be about this: .*does not show for certain whose it is$/,
  );

  describe.each(["data", "envelope"] as const)(
    "is not taken for another account's (entries of the log: %s)",
    (eventData) => {
      it.each(["elsewhere", "here"] as const)(
        "that is linked %s, with the same patient, reference and amount",
        async (where) => {
          const other = server.addAccount("another practice");
          const beside = where === "here" ? await makeAccountBeside(clinic, { emrType: "records_api" }) : null;
          if (beside) await linkHosted(database, beside, server, other);
          Object.assign(server.variants, { eventScope: "client", eventData });
          const number = reference();
          server.faults.next({ kind: "cut_before" }, "POST /payments");
          const { jobId } = await pay(number);
          await sendAsAnother(other, "/payments", { ...aPayment, reference_number: number });
          await server.finish();
          await readLog();
          await readLog();
          expect(await jobs.read(jobId)).toMatchObject({
            status: "queued",
            ambiguous: true,
            // Only an entry that does not say whose it is leaves a doubt, which is noted once.
            warnings: eventData === "data" ? [DOUBT] : [],
          });
          expect(await jobs.eventsOf(jobId)).toEqual([]);
          if (beside) {
            await database.asOwner("UPDATE linked_account SET connection = NULL WHERE id = $1", [
              beside.tenant.linkedAccountId,
            ]);
          }
        },
      );

      it("whose referral is alike: ours is not among this account's", async () => {
        const other = server.addAccount("another practice");
        Object.assign(server.variants, { eventScope: "client", eventData });
        const body = { patient_mrn: "MRN-1", reason: `Knee ${reference()}` };
        server.faults.next({ kind: "cut_before" }, "POST /referrals");
        const { jobId } = await refer(body);
        await sendAsAnother(other, "/referrals", body);
        await server.finish();
        await readLog();
        expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
      });
    },
  );

  it("is left to a person, who is told of the event, where an entry of the log does not say whose it is", async () => {
    const number = reference();
    server.faults.next({ kind: "cut_after" }, "POST /payments");
    const { jobId } = await pay(number);
    await server.finish();
    await readLog();
    await database.asOwner("UPDATE passed_on SET sent_at = sent_at - interval '20 minutes' WHERE job_id = $1", [jobId]);
    await jobs.due(jobId);
    await jobs.run(jobId);
    const made = server.events.at(-1);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      standing: { needs_person: true },
      warnings: [expect.stringContaining(`payment.created of its job ${made?.jobId}, made at ${made?.created}`)],
    });
  });

  const refer = (body: Record<string, unknown>) =>
    jobs.accept(() => call(createReferral, "POST", "/referrals", { headers: clinic.headers, body }));

  it.each(["data", "envelope"] as const)(
    "is a referral, found by the record that its event names (entries of the log: %s)",
    async (eventData) => {
      server.variants.eventData = eventData;
      const [mine, others] = [`Shoulder ${reference()}`, `Shoulder ${reference()}`];
      // Another referral of the patient, which this deployment did not ask for.
      await sendAsAnother(server.connection.access_token, "/referrals", { patient_mrn: "MRN-1", reason: others });
      server.faults.next({ kind: "cut_after" }, "POST /referrals");
      const { jobId } = await refer({ patient_mrn: "MRN-1", reason: mine });
      await server.finish();
      await readLog();
      expect(await jobs.read(jobId)).toMatchObject({
        status: "completed",
        warnings: [expect.stringContaining("found among the EMR's events")],
      });
      expect(server.ledger.effectsOf(mine)).toHaveLength(1);
    },
  );

  it("is a visit's status, found by the visit as this account reads it, though the log does not say whose it is", async () => {
    await syncAccount(clinic.tenant);
    server.faults.next({ kind: "cut_after" }, "PATCH /appointments/{id}");
    const body = { emr_appointment_id: "APT-2", status: "ARR" };
    const { jobId } = await jobs.accept(() =>
      call(updateAppointment, "PATCH", "/appointments", { headers: clinic.headers, body }),
    );
    await server.finish();
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", result: { status: "ARR" } });
  });

  it.each([
    ["message", sendMessage, "/messages", { provider: "101", subject: "Refill", message: "Before Friday" }],
    ["task", createTask, "/tasks", { patient_mrn: "MRN-1", description: "Call back" }],
  ] as const)("is a %s, of which an event names nothing: a person is told of it", async (kind, handler, path, body) => {
    server.variants.eventData = "envelope";
    const ask = () => jobs.accept(() => call(handler, "POST", path, { headers: clinic.headers, body }));
    const answered = await ask();
    server.faults.next({ kind: "cut_after" }, `POST ${path}`);
    const { jobId } = await ask();
    await server.finish();
    await readLog();
    await readLog();
    // The event of the answered one is known, and not named.
    expect(await jobs.read(answered.jobId)).toMatchObject({ status: "completed" });
    const made = server.events.at(-1);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      ambiguous: true,
      warnings: [expect.stringContaining(`${kind}.created of its job ${made?.jobId}`)],
    });
  });

  it("is one among many alike: a person is told of five, and once that there are more", async () => {
    const body = { provider: "101", subject: "Refill", message: "Before Friday" };
    server.faults.next({ kind: "cut_before" }, "POST /messages");
    const { jobId } = await jobs.accept(() =>
      call(sendMessage, "POST", "/messages", { headers: clinic.headers, body }),
    );
    for (let sent = 0; sent < 7; sent++) await sendAsAnother(server.connection.access_token, "/messages", body);
    await server.finish();
    await readLog();
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      warnings: [...Array.from({ length: 5 }, () => DOUBT), expect.stringMatching(/^More events of the EMR/)],
    });
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

it("a login that the log says is lost is asked about, so that nobody meets it first by an operation", async () => {
  const since = async () =>
    (
      await database.asOwner<{ at: string | null }>(
        "SELECT profile -> 'login_required' ->> 'at' AS at FROM linked_account WHERE id = $1",
        [clinic.tenant.linkedAccountId],
      )
    )[0]?.at;
  await syncAccount(clinic.tenant);
  expect(await since()).toBeNull();
  await server.loseLogin();
  await readLog();
  expect(await since()).toEqual(expect.any(String));
  server.repairLogin();
  await syncAccount(clinic.tenant);
  expect(await since()).toBeNull();
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

/** @module-tag long */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH as PATCH_APPOINTMENT } from "#app/v1/appointments/route.ts";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { PATCH as PATCH_REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { POST as SERVE } from "#app/v1/services/route.ts";
import { LOOK_AGAIN_MS, sweepUnsettled } from "#lib/jobs/runner/unsettled";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { type CallEnd, type FakeEmr, forgetfulEmr, keyedEmr, searchableEmr } from "#lib/testing/fake-written-emr";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const emrs: FakeEmr[] = [];

beforeAll(() => {
  emrs.push(keyedEmr(), searchableEmr(), forgetfulEmr());
});
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => {
  for (const emr of emrs) emr.reset();
});
afterAll(() => {
  for (const emr of emrs) emr.remove();
});

const emrOf = (emrType: string): FakeEmr => emrs.find((emr) => emr.emrType === emrType) as FakeEmr;

/** Links the clinic to a fake EMR, whose first writes and look-ups end as given. */
async function linkTo(emrType: string, ends: CallEnd[], looks: CallEnd[] = []): Promise<FakeEmr> {
  await database.asOwner("UPDATE linked_account SET emr_type = $1", [emrType]);
  const emr = emrOf(emrType);
  emr.ends.push(...ends);
  emr.looks.push(...looks);
  return emr;
}

async function send(): Promise<number> {
  const body = { provider: "101", subject: "Refill", message: "Before Friday, please." };
  return (await call(SEND, "POST", "/messages", { body, headers: clinic.headers })).body.job_id;
}

async function serve(): Promise<number> {
  const answers = { Q1: "0", Q2: "1" };
  const body = { patient_mrn: "MRN-1", team: "1", service_type: "101", form_id: "PHQ-2", answers };
  return (await call(SERVE, "POST", "/services", { body, headers: clinic.headers })).body.job_id;
}

async function setStatus(status = "ARR"): Promise<number> {
  const body = { emr_appointment_id: "APT-1", status };
  return (await call(PATCH_APPOINTMENT, "PATCH", "/appointments", { body, headers: clinic.headers })).body.job_id;
}

async function updateReferral(): Promise<number> {
  const [row] = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM referral WHERE linked_account_id = $1 ORDER BY id LIMIT 1",
    [clinic.tenant.linkedAccountId],
  );
  const params = { id: row?.id ?? "" };
  const body = { notes: "Called back", priority: "stat" };
  const options = { body, headers: clinic.headers, params };
  return (await call(PATCH_REFERRAL, "PATCH", `/referrals/${params.id}`, options)).body.job_id;
}

async function runAgain(jobId: number, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    await jobs.due(jobId);
    await jobs.run(jobId);
  }
}

const rowsIn = async (table: "episode" | "message" | "service") =>
  (await database.asOwner(`SELECT FROM sandbox.${table} WHERE practice_id = $1`, [clinic.tenant.linkedAccountId]))
    .length;

const eventsOf = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type }) => type);

describe.each(["keyed_emr", "searchable_emr"])("a write to %s", (emrType) => {
  it("is looked for by no call while its end is known", async () => {
    const emr = await linkTo(emrType, ["answered"]);
    const jobId = await send();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 1 });
    expect(emr.calls).toEqual(["sendMessage"]);
  });

  it.each(["cut", "failed"] as const)("is found instead of sent again after its answer was %s", async (end) => {
    const emr = await linkTo(emrType, [end]);
    const jobId = await send();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true, attempts: 1 });
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", ambiguous: false });
    expect(emr.calls).toEqual(["sendMessage", "findWrite"]);
    expect([await rowsIn("message"), await eventsOf(jobId)]).toEqual([1, ["message.sent"]]);
  });

  it("is sent again if the EMR does not hold it, and is in doubt no more", async () => {
    const emr = await linkTo(emrType, ["lost", "down"]);
    const jobId = await send();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: false });
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 3 });
    expect(emr.calls).toEqual(["sendMessage", "findWrite", "sendMessage", "sendMessage"]);
    expect(await rowsIn("message")).toBe(1);
  });

  it("completes if the EMR reported a saved write as refused", async () => {
    const emr = await linkTo(emrType, ["refused"]);
    const jobId = await send();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 1 });
    expect(emr.calls).toEqual(["sendMessage", "findWrite"]);
    expect(await rowsIn("message")).toBe(1);
  });

  it("fails with the EMR's own words if it was refused and is not held", async () => {
    const emr = await linkTo(emrType, ["denied"]);
    const jobId = await send();
    await jobs.run(jobId);
    const failure_reason = "The record is locked by another user";
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", failure_reason });
    expect(emr.calls).toEqual(["sendMessage", "findWrite"]);
    expect(await eventsOf(jobId)).toEqual(["message.failed"]);
  });

  it("has an unknown end if it was refused and the look failed", async () => {
    await linkTo(emrType, ["refused"], ["failed"]);
    const jobId = await send();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true, attempts: 1 });
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(await rowsIn("message")).toBe(1);
  });

  it("uses up no attempt if the look meets the limit of calls", async () => {
    const emr = await linkTo(emrType, ["cut"], ["limited", "limited"]);
    const jobId = await send();
    await jobs.run(jobId);
    await runAgain(jobId, 2);
    const waiting_reason = "The EMR's limit of calls is reached";
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true, attempts: 1, waiting_reason });
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 2 });
    expect(emr.calls.filter((name) => name === "sendMessage")).toHaveLength(1);
  });

  it("continues a chain whose record was written and not signed", async () => {
    const emr = await linkTo(emrType, ["answered", "cut", "lost"]);
    const jobId = await serve();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    await runAgain(jobId, 2);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", ambiguous: false });
    const chain = ["assignTeam", "createService", "findWrite", "signService", "findWrite", "signService"];
    expect(emr.calls).toEqual(chain);
    expect(await rowsIn("service")).toBe(1);
  });

  it("continues a chain whose record was reported as refused, but written", async () => {
    const emr = await linkTo(emrType, ["answered", "refused"]);
    const jobId = await serve();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 2 });
    expect(emr.calls.filter((name) => name === "createService")).toHaveLength(1);
    expect(await rowsIn("service")).toBe(1);
  });

  it("continues a chain whose first step was reported as refused, but done", async () => {
    const emr = await linkTo(emrType, ["refused"]);
    const jobId = await serve();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 1 });
    expect(emr.calls).toEqual(["assignTeam", "findWrite", "createService", "signService"]);
    expect([await rowsIn("episode"), await rowsIn("service")]).toEqual([1, 1]);
  });

  it("fails a chain whose first step was refused and not done", async () => {
    const emr = await linkTo(emrType, ["denied"]);
    const jobId = await serve();
    await jobs.run(jobId);
    const failure_reason = "The record is locked by another user";
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", failure_reason });
    expect(emr.calls).toEqual(["assignTeam", "findWrite", "findWrite"]);
    expect([await rowsIn("episode"), await rowsIn("service")]).toEqual([0, 0]);
  });

  it("is postponed and in doubt if the limit is reached after a part of a chain", async () => {
    const emr = await linkTo(emrType, ["answered", "answered", "limited"]);
    const jobId = await serve();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true, attempts: 0 });
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 1 });
    expect(emr.calls.filter((name) => name === "createService")).toHaveLength(1);
    expect(await rowsIn("service")).toBe(1);
  });
});

describe("a write of unknown end to an EMR without keys", () => {
  const down: CallEnd[] = Array(20).fill("failed");

  it("is looked for with growing pauses and never sent again while the EMR cannot be searched, then left to a person", async () => {
    const emr = await linkTo("searchable_emr", ["cut"], down);
    const jobId = await send();
    await jobs.run(jobId);
    const pauses: number[] = [];
    for (let attempt = 2; attempt <= 7; attempt++) {
      await runAgain(jobId);
      const job = await jobs.read(jobId);
      expect(job).toMatchObject({ status: "queued", ambiguous: true, attempts: attempt });
      pauses.push(Date.parse(job.next_attempt_at) - Date.now());
    }
    expect(Math.max(...pauses)).toBeGreaterThan(4 * Math.min(...pauses));
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", next_attempt_at: null, ambiguous: true });
    expect(emr.calls.filter((name) => name === "sendMessage")).toHaveLength(1);
    expect([await rowsIn("message"), await eventsOf(jobId)]).toEqual([1, []]);
  });

  it("is settled by itself once the EMR can be searched, without being sent", async () => {
    const emr = await linkTo("searchable_emr", ["cut"], down);
    const jobId = await send();
    await jobs.run(jobId);
    await runAgain(jobId, 7);
    await database.asOwner("DELETE FROM queue.entry");
    await Promise.all([sweepUnsettled(new Date()), sweepUnsettled(new Date())]);
    expect(await sweepUnsettled(new Date())).toBe(0);
    const entries = await database.asOwner<{ ms: number }>(
      "SELECT extract(epoch FROM due_at - now())::integer * 1000 AS ms FROM queue.entry WHERE data ->> 'jobId' = $1",
      [String(jobId)],
    );
    expect(entries).toHaveLength(1);
    expect(entries[0]?.ms).toBeGreaterThan(LOOK_AGAIN_MS - 60_000);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true, next_attempt_at: null });
    emr.looks.length = 0;
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", ambiguous: false });
    expect(await eventsOf(jobId)).toEqual(["message.sent"]);
    expect(emr.calls.filter((name) => name === "sendMessage")).toHaveLength(1);
  });

  it("fails by itself once the EMR says that it does not hold it", async () => {
    const emr = await linkTo("searchable_emr", ["lost"], down);
    const jobId = await send();
    await jobs.run(jobId);
    await runAgain(jobId, 7);
    emr.looks.length = 0;
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", failure_reason: "not held by the EMR" });
    expect([await rowsIn("message"), await eventsOf(jobId)]).toEqual([0, ["message.failed"]]);
  });

  it("is left to a person at once if the EMR has no search, and is asked for nothing", async () => {
    const emr = await linkTo("forgetful_emr", ["cut"]);
    const jobId = await send();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      attempts: 1,
      next_attempt_at: null,
      waiting_reason: "Whether the EMR holds it is not known: The connection was lost before the EMR answered",
    });
    await jobs.run(jobId);
    expect(emr.calls).toEqual(["sendMessage"]);
    expect([await rowsIn("message"), await eventsOf(jobId)]).toEqual([1, []]);
  });

  it("is left to a person if the process died and the EMR has no search", async () => {
    const emr = await linkTo("forgetful_emr", []);
    const jobId = await send();
    await database.asOwner("UPDATE job SET status = 'running' WHERE id = $1", [jobId]);
    await jobs.run(jobId);
    expect((await jobs.read(jobId)).standing).toMatchObject({ needs_person: true, doubt: "answer_lost" });
    expect(emr.calls).toEqual([]);
  });
});

describe("an EMR without keys and search", () => {
  it("is tried again while it certainly did nothing", async () => {
    const emr = await linkTo("forgetful_emr", ["down", "limited"]);
    const jobId = await send();
    await jobs.run(jobId);
    await runAgain(jobId, 2);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 2 });
    expect(emr.calls).toEqual(Array(3).fill("sendMessage"));
  });

  it("refuses for good, and is not searched", async () => {
    const emr = await linkTo("forgetful_emr", ["refused"]);
    const jobId = await send();
    await jobs.run(jobId);
    const failure_reason = "The record is locked by another user";
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", failure_reason });
    expect(emr.calls).toEqual(["sendMessage"]);
  });
});

describe.each(["searchable_emr", "forgetful_emr"])("a change in %s, which keeps no keys of changes", (emrType) => {
  it.each([
    ["an appointment's status", "updateAppointmentStatus", setStatus],
    ["a referral's fields", "updateReferral", updateReferral],
  ] as const)("of %s is read back, and sent again only if it is not as wanted", async (_what, name, accept) => {
    const emr = await linkTo(emrType, ["cut", "lost"]);
    const done = await accept();
    await jobs.run(done);
    if (emrType === "searchable_emr") await runAgain(done);
    expect(await jobs.read(done)).toMatchObject({ status: "completed", ambiguous: false });
    expect(emr.calls).toEqual([name]);
  });

  it("is sent again if the record is not as wanted", async () => {
    const emr = await linkTo(emrType, ["lost"]);
    const jobId = await setStatus();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued" });
    await runAgain(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(emr.calls).toEqual(["updateAppointmentStatus", "updateAppointmentStatus"]);
  });
});

it("an operation refused here before anything is sent is not looked for", async () => {
  const emr = await linkTo("searchable_emr", []);
  const body = {
    patient_mrn: "MRN-1",
    team: "1",
    service_type: "404",
    form_id: "PHQ-2",
    answers: { Q1: "0", Q2: "1" },
  };
  const jobId = (await call(SERVE, "POST", "/services", { body, headers: clinic.headers })).body.job_id;
  await jobs.run(jobId);
  expect((await jobs.read(jobId)).status).toBe("failed");
  expect(emr.calls).toEqual(["assignTeam"]);
});

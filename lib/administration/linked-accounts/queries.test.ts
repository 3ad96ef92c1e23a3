import { beforeEach, expect, it, vi } from "vitest";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { GET } from "#app/v1/linked-accounts/[id]/route.ts";
import { GET as SYNC } from "#app/v1/linked-accounts/[id]/sync/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { budgetOf } from "#lib/emr/budget/budgets";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

async function ask(id = clinic.tenant.linkedAccountId) {
  const answer = await call(GET, "GET", `/linked-accounts/${id}`, { headers: clinic.headers, params: { id } });
  return { ...answer, outSince: answer.body.linked_account?.emr_out_since };
}

async function pay(changes: Record<string, unknown> = {}): Promise<number> {
  const body = { ...aPayment, ...changes };
  return (await call(POST, "POST", "/payments", { headers: clinic.headers, body })).body.job_id;
}

/** Runs a job the given number of times, each time when it is due. */
async function attempt(jobId: number, times: number) {
  for (let count = 0; count < times; count++) {
    await jobs.due(jobId);
    await jobs.run(jobId);
  }
}

it("shows a user every account of the organization, and an access token only its own", { tags: "long" }, async () => {
  const [other, stranger] = [await openClinic(), await openClinic()];
  await database.asOwner("UPDATE linked_account SET organization_id = $1 WHERE id = $2", [
    clinic.tenant.organizationId,
    other.tenant.linkedAccountId,
  ]);
  const get = (id: string, headers: Record<string, string>) =>
    call(GET, "GET", `/linked-accounts/${id}`, { headers, params: { id } });
  const person = await signIn(clinic, "admin");
  const id = other.tenant.linkedAccountId;
  expect((await get(id, person)).body.linked_account).toMatchObject({ id, emr_out_since: null });
  expect((await get(id, clinic.headers)).status).toBe(404);
  expect((await get(stranger.tenant.linkedAccountId, person)).status).toBe(404);
});

it("returns the caller's own account, and no other", async () => {
  const { tenant } = clinic;
  const { body, status } = await ask();
  expect([status, body.linked_account]).toMatchObject([
    200,
    { id: tenant.linkedAccountId, organization_name: "Test clinic", emr_type: "sandbox", emr_out_since: null },
  ]);
  expect(body.linked_account.synced_at).toEqual(expect.any(String));
  const stranger = await openClinic();
  for (const id of [stranger.tenant.linkedAccountId, "x"]) {
    expect((await ask(id)).body).toEqual({ success: false, message: "Linked account not found" });
  }
});

it("lists the kinds of records that the EMR does not show, with the reasons, and no sync of them", async () => {
  expect((await ask()).body.linked_account.unsupported_kinds).toEqual([]);
  clinic = await makeLinkedAccount({ emrType: "fhir" });
  expect((await ask()).body.linked_account.unsupported_kinds).toEqual([
    { kind: "forms", reason: "Forms document services, which FHIR does not have" },
    { kind: "claims", reason: "FHIR has no balance of a claim" },
    { kind: "recalls", reason: "FHIR has no recalls" },
  ]);
  const id = clinic.tenant.linkedAccountId;
  const { body } = await call(SYNC, "GET", `/linked-accounts/${id}/sync`, { headers: clinic.headers, params: { id } });
  expect(body.kinds.map(({ kind }: { kind: string }) => kind)).not.toContain("claims");
});

it("lists the fields that the EMR requires of a new record, by capability", async () => {
  expect((await ask()).body.linked_account.required_fields).toEqual({});
  clinic = await openClinic({ kind: "sandbox_basic" });
  expect((await ask()).body.linked_account.required_fields).toEqual({ tasks: ["subject"] });
});

it("reports the EMR as out from the second failure in a row until the EMR answers", async () => {
  await jobs.behave("outage = true");
  const before = Date.now();
  const jobId = await pay();
  await attempt(jobId, 1);
  expect((await ask()).outSince).toBeNull();
  await attempt(jobId, 1);
  const { outSince } = await ask();
  expect(Date.parse(outSince)).toBeGreaterThanOrEqual(before);
  await attempt(jobId, 2);
  expect((await ask()).outSince).toBe(outSince);
  await jobs.behave("outage = false");
  await attempt(jobId, 1);
  expect((await ask()).outSince).toBeNull();
});

it("asks an EMR that is out whether it answers again, without waiting for the next job", { tags: "long" }, async () => {
  await jobs.behave("outage = true");
  await attempt(await pay(), 2);
  expect((await ask()).outSince).toEqual(expect.any(String));
  await jobs.behave("outage = false");
  await vi.waitFor(async () => expect((await ask()).outSince).toBeNull(), { timeout: 15_000, interval: 500 });
});

it("counts the jobs that an outage has failed for good, until they are retried", async () => {
  const failed = async () => (await ask()).body.linked_account.failed_in_outage;
  expect(await failed()).toBe(0);
  const jobId = await pay();
  await jobs.runThroughOutage(jobId);
  expect(await failed()).toBe(1);
  const params = { job_id: String(jobId) };
  await call(RETRY, "POST", `/jobs/${jobId}/retry`, { headers: clinic.headers, params, body: {} });
  expect(await failed()).toBe(0);
});

it("reports the outage after a job has used up its attempts, until another job is answered, even by a refusal", async () => {
  await jobs.runThroughOutage(await pay());
  expect((await ask()).outSince).toEqual(expect.any(String));
  await attempt(await pay({ payment_method: "Barter" }), 1);
  expect((await ask()).outSince).toBeNull();
});

it("counts a refusal, and an answer to another job, as an answer", async () => {
  const refused = await pay({ payment_method: "Barter" });
  await attempt(refused, 1);
  expect((await jobs.read(refused)).status).toBe("failed");
  expect((await ask()).outSince).toBeNull();
  await jobs.behave("outage = true");
  await attempt(await pay(), 2);
  expect((await ask()).outSince).toEqual(expect.any(String));
  await jobs.behave("outage = false");
  await attempt(await pay(), 1);
  expect((await ask()).outSince).toBeNull();
});

it("counts the jobs that wait for the EMR's limit of calls, and estimates when they are through", async () => {
  const { organizationId, linkedAccountId: id } = clinic.tenant;
  for (let paid = 0; paid < 3; paid++) await pay({ reference_number: `BACKLOG-${paid}` });
  expect((await ask()).body.linked_account.backlog).toBeNull();
  const budget = budgetOf({ id, organizationId, connection: null });
  await budget.learn({ calls: 4, windowMs: 60_000, pauseMs: 30_000, from: "RateLimit-Limit" });
  const { backlog } = (await ask()).body.linked_account;
  expect(backlog).toEqual({ jobs: 3, calls_per_minute: 4, through_at: expect.any(String) });
  // Three operations of two calls each at four calls a minute.
  expect(Date.parse(backlog.through_at)).toBeGreaterThan(Date.now() + 80_000);
  expect(Date.parse(backlog.through_at)).toBeLessThanOrEqual(Date.now() + 90_000);
});

it("estimates by the pace since the first end of a job, in a window of the limit at least", async () => {
  const { organizationId, linkedAccountId: id } = clinic.tenant;
  for (let paid = 0; paid < 8; paid++) await pay({ reference_number: `PACE-${paid}` });
  await budgetOf({ id, organizationId, connection: null }).learn({
    calls: 8,
    windowMs: 60_000,
    pauseMs: 50_000,
    from: "RateLimit-Limit",
  });
  const minutesLeft = async () =>
    (Date.parse((await ask()).body.linked_account.backlog.through_at) - Date.now()) / 60_000;
  // Two of eight ended at once in the first window: six are left at two a minute.
  await database.asOwner(
    `UPDATE job SET status = 'completed', finished_at = now() WHERE id IN (SELECT id FROM job
       WHERE linked_account_id = $1 ORDER BY id LIMIT 2)`,
    [id],
  );
  expect(await minutesLeft()).toBeCloseTo(3, 0);
  await database.asOwner(
    "UPDATE job SET finished_at = now() - interval '2 minutes' WHERE linked_account_id = $1 AND status = 'completed'",
    [id],
  );
  expect(await minutesLeft()).toBeCloseTo(6, 0);
});

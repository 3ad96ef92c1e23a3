/** @module-tag long */
import { afterEach, beforeEach, expect, it } from "vitest";
import { GET as ACCOUNT, PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { GET as ACCOUNTS } from "#app/v1/linked-accounts/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { jobsOf } from "#lib/testing/jobs";
import { hostedConnection, linkHosted } from "#lib/testing/link-hosted";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let server: HostedServer;
let clinic: TestAccount;
let admin: Record<string, string>;
const jobs = jobsOf(database, () => clinic);

allowPrivateEmrs();
beforeEach(async () => {
  forgetSingleton("probe-counts");
  server = await startHostedServer({ patients: 3 });
  clinic = await openClinic();
  await linkHosted(database, clinic, server);
  await syncAccount(clinic.tenant);
  admin = await signIn(clinic, "admin");
});
afterEach(() => server.stop());

const id = () => clinic.tenant.linkedAccountId;

const shown = async (headers: Record<string, string> = clinic.headers) =>
  (await call(ACCOUNT, "GET", `/linked-accounts/${id()}`, { headers, params: { id: id() } })).body.linked_account;

const listed = async () =>
  (await call(ACCOUNTS, "GET", "/linked-accounts", { headers: admin })).body.linked_accounts.find(
    (each: { id: string }) => each.id === id(),
  );

const replace = (changes: Record<string, unknown> = {}) =>
  call(PATCH, "PATCH", `/linked-accounts/${id()}`, {
    headers: admin,
    params: { id: id() },
    body: { connection: { ...hostedConnection(server), ...changes } },
  });

const pay = (reference_number: string) =>
  jobs.accept(() =>
    call(PAY, "POST", "/payments", { headers: clinic.headers, body: { ...aPayment, reference_number } }),
  );

/** Queue entries of a job that are due. */
const dueEntries = (jobId: number) =>
  database.asOwner(
    "SELECT 1 FROM queue.entry WHERE queue = 'operations' AND data ->> 'jobId' = $1 AND due_at <= now() AND state = 'waiting'",
    [String(jobId)],
  );

it.each(["all", "writes"] as const)(
  "an account says since when its credentials are refused, and jobs that wait are sent at once with new ones (refused: %s)",
  async (lostLogin) => {
    server.variants.lostLogin = lostLogin;
    expect(await shown()).toMatchObject({ login_required_since: null });
    await server.loseLogin();
    const { jobId } = await pay("RCPT-1");
    const staff = await signIn(clinic, "staff");
    for (const headers of [clinic.headers, admin, staff]) {
      expect(await shown(headers)).toMatchObject({
        login_required_since: expect.stringMatching(/^\d{4}-.*Z$/),
        emr_out_since: null,
        backlog: null,
      });
    }
    expect(await listed()).toMatchObject({ state: "login_required" });
    const { next_attempt_at } = await jobs.read(jobId);
    expect(Date.parse(next_attempt_at)).toBeGreaterThan(Date.now() + 60_000);

    server.repairLogin();
    expect((await replace()).status).toBe(200);
    expect(await shown()).toMatchObject({ login_required_since: null });
    expect(await listed()).toMatchObject({ state: "linked" });
    expect(Date.parse((await jobs.read(jobId)).next_attempt_at)).toBeLessThanOrEqual(Date.now());
    expect(await dueEntries(jobId)).not.toEqual([]);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", waiting_reason: "Waits for the EMR's event" });
    expect(server.ledger.calls("POST", "/payments").filter(({ status }) => status === 202)).toHaveLength(1);
  },
);

it("a new access token of the same account goes on as well, known by a referral that was read before", async () => {
  await server.loseLogin();
  const { jobId } = await pay("RCPT-2");
  const token = server.renewToken();
  server.repairLogin(token);
  expect((await replace({ access_token: token })).status).toBe(200);
  await jobs.run(jobId);
  expect(await jobs.read(jobId)).toMatchObject({ status: "queued", waiting_reason: "Waits for the EMR's event" });
});

it("credentials that are refused with 401, again and again, use up no attempt: jobs wait, writes are told, new ones go on", async () => {
  const token = server.renewToken();
  const { jobId } = await pay("RCPT-401");
  expect(await jobs.read(jobId)).toMatchObject({ status: "queued", attempts: 0, waiting_code: "login_lost" });
  expect(await shown()).toMatchObject({ login_required_since: expect.stringMatching(/^\d{4}-.*Z$/) });
  expect(await listed()).toMatchObject({ state: "login_required" });
  const body = { ...aPayment, reference_number: "RCPT-402" };
  const refused = await call(PAY, "POST", "/payments", { headers: clinic.headers, body });
  expect([refused.status, refused.body.error]).toEqual([403, "login_required"]);
  expect((await replace({ access_token: token })).status).toBe(200);
  expect(await listed()).toMatchObject({ state: "linked" });
  await jobs.run(jobId);
  expect(await jobs.read(jobId)).toMatchObject({ status: "queued", waiting_reason: "Waits for the EMR's event" });
  expect(server.ledger.calls("POST", "/payments").filter(({ status }) => status === 202)).toHaveLength(1);
});

it("what waits for another reason is left as it is", async () => {
  const { jobId } = await pay("RCPT-3");
  const before = await jobs.read(jobId);
  expect((await replace()).status).toBe(200);
  expect((await jobs.read(jobId)).next_attempt_at).toBe(before.next_attempt_at);
});

it("credentials that the service knows are not blamed while it has lost its own login", async () => {
  await server.loseLogin();
  const said = "sign the practice in again at the service";
  const { body: probed } = await call(PROBE, "POST", "/linked-accounts/probe", {
    headers: admin,
    body: { emr_type: "records_api", connection: hostedConnection(server) },
  });
  const refusals = [{ field: "connection.access_token", message: expect.stringContaining(said) }];
  expect(probed.problems).toEqual(refusals);
  const { status, body } = await replace();
  expect(status).toBe(400);
  expect(body.errors).toEqual(refusals);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as getAuditLog } from "#app/v1/audit-log/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { GET as getAccount, PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { POST as LINK, GET as LIST } from "#app/v1/linked-accounts/route.ts";
import { POST as send } from "#app/v1/messages/route.ts";
import { POST as createService } from "#app/v1/services/route.ts";
import { GET as getSettings } from "#app/v1/settings/route.ts";
import { openCredentials } from "#lib/emr/account";
import { budgetOf } from "#lib/emr/budget/budgets";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { createServiceSample } from "#lib/resources/services/create/sample";
import { seal } from "#lib/security/sealing/secret-box";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { connectFakeEmrs, type FakeEmr, startFakeEmr } from "#lib/testing/fake-http-emr";
import { jobsOf } from "#lib/testing/jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
let emr: FakeEmr;
let other: FakeEmr;
let clinic: TestAccount;
let admin: Record<string, string>;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  [emr, other] = await Promise.all([startFakeEmr(), startFakeEmr()]);
  connectFakeEmrs();
});
afterAll(() => Promise.all([emr.stop(), other.stop()]));

/** Lets the clinic's account have a connection to the fake EMR, as linking it would; its records stay. */
async function connectClinic(): Promise<void> {
  const { client_secret, access_token, ...connection } = emr.connection;
  await database.asOwner(
    `UPDATE linked_account SET emr_type = 'records_api', connection = $2, credentials = $3, writes = '{}' WHERE id = $1`,
    [clinic.tenant.linkedAccountId, connection, await seal(JSON.stringify({ client_secret, access_token }))],
  );
}

beforeEach(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
  await connectClinic();
});

const body = (changes: Record<string, unknown> = {}) => ({
  name: "Annex",
  emr_type: "records_api",
  timezone: "America/Chicago",
  connection: emr.connection,
  ...changes,
});
const link = (given: unknown) => call(LINK, "POST", "/linked-accounts", { headers: admin, body: given });
const probe = (given: unknown, headers = admin) =>
  call(PROBE, "POST", "/linked-accounts/probe", { headers, body: given });
const patch = (change: unknown, id = clinic.tenant.linkedAccountId) =>
  call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers: admin, body: change, params: { id } });
const accounts = async () =>
  (await call(LIST, "GET", "/linked-accounts", { headers: admin })).body.linked_accounts as Record<string, unknown>[];
const stored = async (id = clinic.tenant.linkedAccountId) =>
  (
    await database.asOwner<Record<string, never>>(
      "SELECT connection, credentials, profile, writes FROM linked_account WHERE id = $1",
      [id],
    )
  )[0];
const aMessage = { provider: "101", subject: "Refill", message: "Before Friday, please." };
const message = () => call(send, "POST", "/messages", { headers: clinic.headers, body: aMessage });
const lastEntry = async () =>
  (await call(getAuditLog, "GET", "/audit-log?action=linked-accounts:update", { headers: admin })).body.audit_log[0];

describe("probing a connection", () => {
  it("answers with the findings and links nothing", async () => {
    const before = await accounts();
    const answer = await probe({ emr_type: "records_api", connection: emr.connection });
    expect([answer.status, answer.body.profile]).toMatchObject([
      200,
      { reachable: true, server: "Fake EMR 1", behaviour: [{ probe: "locations", found: "status 200" }] },
    ]);
    expect(answer.body.profile.capabilities).toContainEqual({
      name: "services",
      support: "unsupported",
      reason: "It documents nothing",
    });
    expect(await accounts()).toEqual(before);
  });

  it("finds an EMR that does not answer or refuses the credentials", async () => {
    for (const change of [{ base_url: "http://127.0.0.1:1/v1" }, { client_secret: "wrong" }]) {
      const { status, body } = await probe({ emr_type: "records_api", connection: { ...emr.connection, ...change } });
      expect([status, body.profile.reachable]).toEqual([200, false]);
    }
  });

  it("returns what a sandbox can do, without a connection", async () => {
    const { body: answer } = await probe({ emr_type: "sandbox_basic" });
    expect(answer.profile.reachable).toBe(true);
    expect(answer.profile.capabilities.map(({ name }: { name: string }) => name)).not.toContain("services");
  });

  it("dials no address that the policy forbids", async () => {
    const { status, body: answer } = await probe({
      emr_type: "records_api",
      connection: { ...emr.connection, base_url: "https://169.254.169.254/v1" },
    });
    expect([status, answer.errors]).toEqual([
      400,
      [
        {
          field: "connection.base_url",
          message: "must not lead to a private, loopback, link-local or reserved address",
        },
      ],
    ]);
  });

  it("is limited per organization, and needs the session of an admin", async () => {
    const given = { emr_type: "records_api", connection: emr.connection };
    expect((await probe(given, clinic.headers)).status).toBe(403);
    expect((await probe(given, await signIn(clinic, "staff"))).status).toBe(403);
    const statuses: number[] = [];
    for (let count = 0; count < 21; count++) statuses.push((await probe(given)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    forgetSingleton("probe-counts");
  });
});

describe("linking an EMR by its connection", () => {
  it("stores the profile, seals the secrets and shows none of them, and is read-only", async () => {
    const { status, body: answer } = await link(body());
    expect(status).toBe(201);
    const { linked_account: made } = answer;
    const { client_secret, access_token, ...connection } = emr.connection;
    expect(made).toMatchObject({
      connection,
      secrets: ["client_secret", "access_token"],
      profile: { reachable: true, server: "Fake EMR 1" },
      writes: [],
    });
    expect(made.write_operations).toContainEqual({
      operation: "messages:create",
      name: "Message",
      on: false,
      support: "works",
      reason: "Sends messages",
    });
    expect(made.write_operations).toContainEqual(
      expect.objectContaining({ operation: "services:create", support: "unsupported", reason: "It documents nothing" }),
    );
    const row = await stored(made.id);
    expect(await openCredentials(row?.credentials ?? null)).toEqual({ client_secret, access_token });
    const everywhere = await database.asOwner<{ text: string }>(
      `SELECT t::text AS text FROM linked_account t UNION ALL SELECT t::text FROM audit_log t
       UNION ALL SELECT t::text FROM idempotency_key t UNION ALL SELECT t::text FROM queue.entry t`,
    );
    const shown = JSON.stringify([answer, await accounts(), everywhere]);
    for (const secret of [client_secret, access_token]) expect(shown).not.toContain(secret);
  });

  it("returns the first answer to a repeated request, even if the EMR is out by then", async () => {
    const away = await startFakeEmr();
    const headers = { ...admin, "idempotency-key": "link-once" };
    const given = body({ connection: away.connection });
    const first = await call(LINK, "POST", "/linked-accounts", { headers, body: given });
    await away.stop();
    const second = await call(LINK, "POST", "/linked-accounts", { headers, body: given });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  it.each([
    [{ base_url: "http://127.0.0.1:1/v1" }, "connection.base_url must lead to an EMR that answers (no answer)"],
    [{ access_token: "wrong" }, "connection.base_url must lead to an EMR that answers (status 401)"],
    [
      { base_url: "http://127.0.0.1:1/api" },
      "connection.base_url must be an http or https URL that ends in /v1, without user, query and fragment",
    ],
    [{ client_secret: undefined }, "Missing required field: connection.client_secret"],
  ])("refuses a connection with %o and saves nothing", async (change, wanted) => {
    const before = await accounts();
    const { status, body: answer } = await link(body({ connection: { ...emr.connection, ...change } }));
    expect([status, answer.message]).toEqual([400, wanted]);
    expect(await accounts()).toEqual(before);
  });

  it.each([
    [{ emr_type: "records_api", connection: undefined }, "Missing required field: connection (must be an object)"],
    [{ emr_type: "sandbox" }, "connection must not be sent for this emr_type"],
    [{ emr_type: "hl7" }, "emr_type must be one of sandbox, sandbox_basic, fhir, records_api"],
    [
      { name: "", connection: {} },
      "name must be a non-empty string; Missing required field: connection.base_url; Missing required field: connection.client_id; Missing required field: connection.client_secret; Missing required field: connection.access_token",
    ],
  ])("refuses %o", async (change, wanted) => {
    const { status, body: answer } = await link(body(change));
    expect([status, answer.message]).toEqual([400, wanted]);
  });
});

describe("replacing the connection", () => {
  it("keeps the secrets that are left out, probes, and says in the audit log where it leads", async () => {
    const { base_url } = emr.connection;
    const { status, body: answer } = await patch({ connection: { base_url, client_id: "clinic-2" } });
    expect([status, answer.linked_account.connection]).toEqual([200, { base_url, client_id: "clinic-2" }]);
    expect(answer.linked_account.profile.reachable).toBe(true);
    const { client_secret, access_token } = emr.connection;
    expect(await openCredentials((await stored())?.credentials ?? null)).toEqual({ client_secret, access_token });
    expect((await lastEntry()).detail).toEqual({ connected_to: new URL(base_url).origin });
  });

  it("ends the pause that the EMR asked for, also at the same address", async () => {
    const { organizationId, linkedAccountId: id } = clinic.tenant;
    const budget = budgetOf({ id, organizationId, connection: emr.connection });
    await budget.pause(3_600_000);
    expect((await patch({ name: "Annex" })).status).toBe(200);
    await expect(budget.take("write")).rejects.toMatchObject({ limited: true });
    expect((await patch({ connection: { base_url: emr.connection.base_url, client_id: "clinic-2" } })).status).toBe(
      200,
    );
    await budget.take("write");
  });

  it("removes an optional secret that is sent as null, and no required one", async () => {
    const { client_secret, access_token, ...rest } = emr.connection;
    await patch({ connection: { ...rest, webhook_secret: "whsec_c2VjcmV0" } });
    expect(await accounts()).toMatchObject([{ secrets: ["client_secret", "access_token", "webhook_secret"] }]);
    const refused = await patch({ connection: { ...rest, access_token: null, webhook_secret: null } });
    expect([refused.status, refused.body.message]).toEqual([400, "Missing required field: connection.access_token"]);
    expect((await patch({ connection: { ...rest, webhook_secret: null } })).status).toBe(200);
    expect(await openCredentials((await stored())?.credentials ?? null)).toEqual({ client_secret, access_token });
  });

  it("never takes stored secrets to another origin", async () => {
    const before = await stored();
    const { client_secret, access_token, ...rest } = other.connection;
    const refused = await patch({ connection: rest });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "Missing required field: connection.client_secret; Missing required field: connection.access_token",
    ]);
    expect(await stored()).toEqual(before);
    await patch({ writes: ["messages:create"] });
    const moved = await patch({ connection: { ...rest, client_secret, access_token } });
    expect([moved.status, moved.body.linked_account.writes]).toEqual([200, []]);
  });

  it("refuses a connection whose EMR does not answer, and keeps the old one", async () => {
    const before = await stored();
    const { status, body: answer } = await patch({
      name: "New",
      connection: { ...emr.connection, base_url: "http://127.0.0.1:1/v1" },
    });
    expect([status, answer.errors[0].field]).toEqual([400, "connection.base_url"]);
    expect(await stored()).toEqual(before);
    expect(await accounts()).toMatchObject([{ name: "Test account" }]);
  });

  it("lets an attempt in progress end with the old one, and sends the new one nothing that was accepted before", async () => {
    await patch({ writes: ["messages:create"] });
    const [first, second] = [(await message()).body.job_id, (await message()).body.job_id];
    const held = emr.hold();
    const running = jobs.run(first);
    await held.arrived;
    expect((await patch({ connection: other.connection, writes: ["messages:create"] })).status).toBe(200);
    held.release();
    await running;
    await jobs.run(second);
    expect((await jobs.read(first)).status).toBe("completed");
    expect(await jobs.read(second)).toMatchObject({
      status: "failed",
      failure_reason: "The account was linked to another EMR after this was accepted",
    });
    await syncAccount(clinic.tenant);
    const third = (await message()).body.job_id;
    await jobs.run(third);
    expect((await jobs.read(third)).status).toBe("completed");
    expect(emr.sentBy).toEqual([emr.connection.client_secret]);
    expect(other.sentBy).toEqual([other.connection.client_secret]);
  });

  it("is refused for a sandbox", async () => {
    const sandbox = await openClinic();
    const id = sandbox.tenant.linkedAccountId;
    const headers = await signIn(sandbox, "admin");
    const given = { headers, body: { connection: emr.connection }, params: { id } };
    const { status, body: answer } = await call(PATCH, "PATCH", `/linked-accounts/${id}`, given);
    expect([status, answer.message]).toEqual([400, "connection must not be sent for this emr_type"]);
  });

  it("is 404 for an account of another organization", async () => {
    const stranger = await makeLinkedAccount();
    expect((await patch({ connection: emr.connection }, stranger.tenant.linkedAccountId)).status).toBe(404);
  });
});

describe("operations that write", () => {
  const OFF = "Message is switched off for this linked account: an admin can switch it on";

  it("are refused until an admin switches them on; the audit log has which", async () => {
    const refused = await message();
    expect([refused.status, refused.body.message]).toEqual([400, OFF]);
    const on = await patch({ writes: ["messages:create", "tasks:create"] });
    expect(on.body.linked_account.writes).toEqual(["messages:create", "tasks:create"]);
    expect((await lastEntry()).detail).toEqual({ switched_on: ["messages:create", "tasks:create"] });
    expect((await message()).status).toBe(202);
    await patch({ writes: ["tasks:create"] });
    expect((await lastEntry()).detail).toEqual({ switched_off: ["messages:create"] });
    expect((await message()).body.message).toBe(OFF);
  });

  it("that were accepted before they were switched off still run", async () => {
    await patch({ writes: ["messages:create"] });
    const { job_id } = (await message()).body;
    await patch({ writes: [] });
    await jobs.run(job_id);
    expect((await jobs.read(job_id)).status).toBe("completed");
  });

  it("that failed are not tried again while they are switched off", async () => {
    await patch({ writes: ["messages:create"] });
    const { job_id } = (await message()).body;
    await database.asOwner("UPDATE job SET status = 'failed', finished_at = now() WHERE id = $1", [job_id]);
    const again = () =>
      call(RETRY, "POST", `/jobs/${job_id}/retry`, { headers: clinic.headers, params: { job_id: String(job_id) } });
    await patch({ writes: [] });
    const refused = await again();
    expect([refused.status, refused.body.message]).toEqual([409, `${OFF}; nothing was saved`]);
    await patch({ writes: ["messages:create"] });
    expect((await again()).status).toBe(202);
  });

  it("are switched one by one by two admins at once, without a loss", async () => {
    await patch({ writes: ["tasks:create"] });
    const changes = [
      { switch_on: ["messages:create"] },
      { switch_on: ["payments:create", "messages:create"] },
      { switch_off: ["tasks:create"] },
    ];
    const answers = await Promise.all(changes.map((change) => patch(change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { writes } = (await patch({ switch_on: [] })).body.linked_account;
    expect(writes.toSorted()).toEqual(["messages:create", "payments:create"]);
  });

  it("of a sandbox are listed once one is switched off", async () => {
    const { id } = (await link({ name: "Box", emr_type: "sandbox", timezone: "America/Chicago" })).body.linked_account;
    expect((await patch({ switch_on: ["tasks:create"] }, id)).body.linked_account.writes).toBeNull();
    const { writes, write_operations } = (await patch({ switch_off: ["tasks:create"] }, id)).body.linked_account;
    expect(writes).toHaveLength(write_operations.length - 1);
    expect((await lastEntry()).detail).toEqual({ switched_off: ["tasks:create"] });
  });

  it("are named by their ids alone", async () => {
    const { status, body: answer } = await patch({ writes: ["tasks:create", "claims:fetch"] });
    expect([status, answer.errors]).toMatchObject([
      400,
      [{ field: "writes[1]", message: expect.stringMatching(/^must be one of appointments:book, /) }],
    ]);
  });

  it("are all on in a sandbox", async () => {
    const { body: answer } = await link({ name: "Box", emr_type: "sandbox", timezone: "America/Chicago" });
    expect(answer.linked_account.writes).toBeNull();
    expect(answer.linked_account.write_operations.every(({ on }: { on: boolean }) => on)).toBe(true);
  });

  it("stand in the settings and in the account, with what the EMR can do", async () => {
    await patch({ connection: emr.connection, writes: ["messages:create"] });
    const id = clinic.tenant.linkedAccountId;
    const { settings } = (await call(getSettings, "GET", "/settings", { headers: clinic.headers })).body;
    const account = (
      await call(getAccount, "GET", `/linked-accounts/${id}`, { headers: clinic.headers, params: { id } })
    ).body.linked_account;
    for (const shown of [settings, account]) {
      expect(shown.writes).toEqual(["messages:create"]);
      expect(shown.capabilities).toContain("messages");
      expect(shown.capabilities).not.toContain("services");
    }
  });

  it("that the EMR cannot do are refused as such, switched on or off", async () => {
    await patch({ connection: emr.connection, writes: ["services:create"] });
    const { status, body: answer } = await call(createService, "POST", "/services", {
      headers: clinic.headers,
      body: createServiceSample.request,
    });
    expect([status, answer.message]).toEqual([400, "Service is not supported for the connected EMR"]);
  });
});

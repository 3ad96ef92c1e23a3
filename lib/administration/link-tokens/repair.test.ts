/** @module-tag long */
import { afterEach, beforeEach, expect, it } from "vitest";
import { POST as LINK } from "#app/v1/link-tokens/[id]/account/route.ts";
import { POST as REPAIR } from "#app/v1/link-tokens/[id]/repair/route.ts";
import { GET as READ } from "#app/v1/link-tokens/[id]/route.ts";
import { POST as EXCHANGE } from "#app/v1/link-tokens/exchange/route.ts";
import { POST as CREATE } from "#app/v1/link-tokens/route.ts";
import { POST as ROTATE } from "#app/v1/linked-accounts/[id]/rotate-token/route.ts";
import { DELETE as END } from "#app/v1/linked-accounts/[id]/route.ts";
import { GET as ACCOUNTS } from "#app/v1/linked-accounts/route.ts";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { POST as REGISTER } from "#app/v1/webhook-endpoints/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { directoryProblems } from "#lib/testing/directory-problems";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { jobsOf } from "#lib/testing/jobs";
import { hostedConnection, linkHosted } from "#lib/testing/link-hosted";
import { makeLinkToken, withoutAccount } from "#lib/testing/link-token";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";

type Headers = Record<string, string>;

const ORIGIN = "https://portal.example";
const LINK_EVENTS = [
  "linked_account.created",
  "linked_account.login_required",
  "linked_account.restored",
  "linked_account.unlinked",
];

const database = testDatabase();
let server: HostedServer;
let clinic: TestAccount;
let alone: Headers;
const jobs = jobsOf(database, () => clinic);

allowPrivateEmrs();
beforeEach(async () => {
  forgetSingleton("probe-counts");
  server = await startHostedServer({ patients: 3 });
  clinic = await openClinic();
  alone = withoutAccount(clinic);
  await linkHosted(database, clinic, server);
  await syncAccount(clinic.tenant);
  // As the client's own link would have left it.
  await database.asOwner(
    "UPDATE linked_account SET linked_by = $2, access_token_reference_id = 'customer-12', writes = '{payments:create}' WHERE id = $1",
    [id(), clinic.apiClientId],
  );
  await makeLinkToken(clinic, ORIGIN);
  await call(REGISTER, "POST", "/webhook-endpoints", {
    headers: alone,
    body: { url: "https://portal.example/hook", scope: "organization", event_types: LINK_EVENTS },
  });
});
afterEach(async () => {
  // The callbacks of jobs are no credentials of a row.
  expect((await directoryProblems(database)).filter((line) => !line.includes(" callback "))).toEqual([]);
  await server.stop();
});

const id = () => clinic.tenant.linkedAccountId;
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const told = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

interface Made {
  link_token_id: string;
  link_token: string;
}

const ask = (body: object = {}, headers: Headers = alone) =>
  call(CREATE, "POST", "/link-tokens", { headers, body: { linked_account_id: id(), origin: ORIGIN, ...body } });
const asked = async (body: object = {}): Promise<Made> => (await ask(body)).body as Made;
const read = async ({ link_token_id, link_token }: Made) =>
  (
    await call(READ, "GET", `/link-tokens/${link_token_id}`, {
      headers: bearer(link_token),
      params: { id: link_token_id },
    })
  ).body.link_token;
const repair = ({ link_token_id, link_token }: Made, body: object) =>
  call(REPAIR, "POST", `/link-tokens/${link_token_id}/repair`, {
    headers: bearer(link_token),
    params: { id: link_token_id },
    body,
  });
const exchange = (public_token: string, headers: Headers = alone) =>
  call(EXCHANGE, "POST", "/link-tokens/exchange", { headers, body: { public_token } });
const state = async () =>
  (await call(ACCOUNTS, "GET", "/linked-accounts", { headers: clinic.headers })).body.linked_accounts[0].state;
const isTaken = async (access_token: string) =>
  (await call(LOCATIONS, "GET", "/locations", { headers: { ...alone, access_token } })).status;
const pay = (reference_number: string) =>
  call(PAY, "POST", "/payments", { headers: clinic.headers, body: { ...aPayment, reference_number } });
const events = () =>
  database.asOwner<{ type: string; data: object; targets: string }>(
    `SELECT type, envelope -> 'data' AS data, (SELECT string_agg(target_url, ' ') FROM delivery WHERE event_id = event.id) AS targets
     FROM event WHERE type LIKE 'linked_account.%' AND organization_id = $1 ORDER BY created_at, id`,
    [clinic.tenant.organizationId],
  );
const dataOf = (reason: string) => ({
  linked_account_id: id(),
  access_token_reference_id: "customer-12",
  emr_type: "records_api",
  reason,
});

it("a job waits while the EMR refuses the credentials, and goes on after the partner's customer has entered new ones", async () => {
  const token = server.renewToken();
  const { jobId } = await jobs.accept(() => pay("RCPT-1"));
  expect(await jobs.read(jobId)).toMatchObject({ status: "queued", attempts: 0, waiting_code: "login_lost" });
  expect(await state()).toBe("login_required");
  const refused = await pay("RCPT-2");
  expect([refused.status, refused.body.error]).toEqual([403, "login_required"]);
  const locations = await call(LOCATIONS, "GET", "/locations", { headers: clinic.headers });
  expect([locations.status, JSON.stringify(locations.body.warnings)]).toEqual([200, expect.stringMatching(/refuses/)]);

  const made = await asked();
  expect(await read(made)).toMatchObject({
    user_id: "customer-12",
    emr_types: ["records_api"],
    linked_account_id: id(),
    writes: [],
    consent: [expect.stringMatching(/goes on reading and writing in this EMR as you have agreed before/)],
    repairs: { emr_type: "records_api", login_required: true, secrets: expect.arrayContaining(["access_token"]) },
  });
  expect(JSON.stringify(await read(made))).not.toContain(server.connection.client_secret);
  // A secret that is left out keeps its value.
  const { client_secret: _kept, ...connection } = hostedConnection(server);
  const repaired = await repair(made, { connection: { ...connection, access_token: token } });
  expect(told(repaired)).toEqual([200, "EMR repaired"]);
  expect(repaired.body.linked_account_id).toBe(id());
  expect(await state()).toBe("linked");
  await jobs.run(jobId);
  expect(await jobs.read(jobId)).toMatchObject({ status: "queued", waiting_reason: "Waits for the EMR's event" });
  expect(server.ledger.calls("POST", "/payments").filter(({ status }) => status === 202)).toHaveLength(1);
  expect(told(await repair(made, { connection }))).toEqual([
    409,
    "This link was used: its EMR is linked; nothing was saved",
  ]);
  expect(await events()).toEqual([
    {
      type: "linked_account.login_required",
      data: dataOf("The EMR refuses the credentials"),
      targets: "https://portal.example/hook",
    },
    {
      type: "linked_account.restored",
      data: dataOf("The credentials were replaced"),
      targets: "https://portal.example/hook",
    },
  ]);
});

it("its exchange gives the same account and a new access token, and the former one is accepted for a day", async () => {
  const { public_token } = (await repair(await asked(), { connection: hostedConnection(server) })).body;
  const { body } = await exchange(public_token);
  expect(body).toMatchObject({ linked_account_id: id(), access_token_reference_id: "customer-12" });
  const { access_token: former } = clinic.headers;
  expect(body.access_token).not.toBe(former);
  expect([await isTaken(body.access_token), await isTaken(former)]).toEqual([200, 200]);
  expect((await pay("RCPT-9")).status).toBe(202);
  expect((await exchange(public_token)).status).toBe(409);
  await database.asOwner("UPDATE linked_account SET former_token_until = now() WHERE id = $1", [id()]);
  forgetSingleton("client-cache");
  expect([await isTaken(body.access_token), await isTaken(former)]).toEqual([200, 401]);
});

it("a rotation by an admin ends the former access token as well", async () => {
  const { public_token } = (await repair(await asked(), { connection: hostedConnection(server) })).body;
  const { body } = await exchange(public_token);
  const admin = await signIn(clinic, "admin");
  await call(ROTATE, "POST", `/linked-accounts/${id()}/rotate-token`, {
    headers: admin,
    params: { id: id() },
    body: {},
  });
  forgetSingleton("client-cache");
  expect([await isTaken(body.access_token), await isTaken(clinic.headers.access_token)]).toEqual([401, 401]);
});

it("asks for consent to writes that are new alone, also without new credentials", async () => {
  const made = await asked({ writes: ["payments:create", "tasks:create"] });
  expect((await read(made)).writes).toMatchObject([{ operation: "tasks:create" }]);
  expect((await repair(made, {})).status).toBe(400);
  expect((await repair(made, { writes: ["appointments:book"] })).status).toBe(400);
  expect((await repair(made, { writes: ["tasks:create"] })).status).toBe(200);
  const [row] = await database.asOwner("SELECT writes FROM linked_account WHERE id = $1", [id()]);
  expect(row?.writes).toEqual(["payments:create", "tasks:create"]);
  const [entry] = await database.asOwner(
    "SELECT detail FROM audit_log WHERE route = 'POST /link-tokens/{id}/repair' AND organization_id = $1",
    [clinic.tenant.organizationId],
  );
  expect(entry?.detail).toMatchObject({
    switched_on: ["tasks:create"],
    agreed_to: [expect.stringMatching(/goes on/), expect.stringMatching(/may write to this EMR: /)],
  });
});

it("leads to the same EMR and practice alone, and sends no secret elsewhere", async () => {
  const elsewhere = await startHostedServer({ patients: 1 });
  try {
    const made = await asked();
    const other = hostedConnection(elsewhere);
    const moved = await repair(made, { connection: other });
    expect(moved.status).toBe(400);
    expect(moved.body.errors).toEqual([
      { field: "connection.base_url", message: expect.stringMatching(/^must lead to the EMR that is linked: http/) },
    ]);
    expect(elsewhere.ledger.calls("GET", "/settings")).toEqual([]);
    const wrong = await repair(made, { connection: { ...hostedConnection(server), access_token: "unknown" } });
    expect([wrong.status, wrong.body.errors[0].message]).toEqual([400, expect.stringContaining("of the practice")]);
    expect(await state()).toBe("linked");
    // The token is still good.
    expect((await repair(made, { connection: hostedConnection(server) })).status).toBe(200);
  } finally {
    await elsewhere.stop();
  }
});

it("is for accounts that this client linked and that have not ended", async () => {
  const nextDoor = await makeLinkedAccount();
  await makeLinkToken(nextDoor, ORIGIN);
  expect((await ask({}, withoutAccount(nextDoor))).status).toBe(404);
  expect((await ask({ linked_account_id: "nothing" })).status).toBe(404);
  expect((await ask({ user_id: "customer-13" })).body.errors[0].field).toBe("user_id");
  expect((await ask({ emr_types: ["fhir"] })).body.errors[0].field).toBe("emr_types");
  const open = await asked();
  await call(END, "DELETE", `/linked-accounts/${id()}`, { headers: alone, params: { id: id() } });
  expect((await ask()).status).toBe(409);
  expect((await repair(open, { connection: hostedConnection(server) })).status).toBe(409);
  expect((await events()).at(-1)).toMatchObject({ type: "linked_account.unlinked" });
  await database.asOwner("UPDATE linked_account SET linked_by = NULL WHERE id = $1", [id()]);
  expect((await ask()).status).toBe(404);
});

it("links no other account, and a link repairs none", async () => {
  const made = await asked();
  const linked = await call(LINK, "POST", `/link-tokens/${made.link_token_id}/account`, {
    headers: bearer(made.link_token),
    params: { id: made.link_token_id },
    body: {
      name: "Second",
      emr_type: "records_api",
      connection: hostedConnection(server),
      timezone: "America/New_York",
    },
  });
  expect(told(linked)).toEqual([409, "This link repairs an account, and links no other; nothing was saved"]);
  const link = await asked({ linked_account_id: undefined, user_id: "customer-14", organization_name: "Oak Street" });
  expect((await repair(link, { connection: hostedConnection(server) })).status).toBe(409);
});

it("is what a second link of the same customer to the same EMR is told to do", async () => {
  const again = (user_id: string) => asked({ linked_account_id: undefined, user_id, organization_name: "Elm Street" });
  const send = async (made: Made) =>
    call(LINK, "POST", `/link-tokens/${made.link_token_id}/account`, {
      headers: bearer(made.link_token),
      params: { id: made.link_token_id },
      body: {
        name: "Elm",
        emr_type: "records_api",
        connection: hostedConnection(server),
        timezone: "America/New_York",
      },
    });
  expect(told(await send(await again("customer-12")))).toEqual([
    409,
    "This EMR is linked for Elm Street already: go back and have that link repaired, which keeps its records; nothing was saved",
  ]);
  expect((await send(await again("customer-13"))).status).toBe(201);
  expect((await events()).at(-1)).toMatchObject({
    type: "linked_account.created",
    data: { access_token_reference_id: "customer-13", reason: "Linked by a link token" },
  });
});

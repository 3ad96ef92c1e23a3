/** @module-tag long */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DELETE as REVOKE_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { POST as CREATE_CLIENT, GET as LIST_CLIENTS } from "#app/v1/api-clients/route.ts";
import { GET as READ_AUDIT } from "#app/v1/audit-log/route.ts";
import { POST as CREATE_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { POST as LINK } from "#app/v1/link-tokens/[id]/account/route.ts";
import { POST as REPAIR } from "#app/v1/link-tokens/[id]/repair/route.ts";
import { GET as READ } from "#app/v1/link-tokens/[id]/route.ts";
import { POST as EXCHANGE } from "#app/v1/link-tokens/exchange/route.ts";
import { POST as CREATE, GET as LIST_LINKS } from "#app/v1/link-tokens/route.ts";
import { DELETE as END, PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { GET as LIST } from "#app/v1/linked-accounts/route.ts";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { findEmbedPage } from "#lib/administration/embedding/page";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import { hostedConnection } from "#lib/testing/link-hosted";
import { linkByPartner, withoutAccount } from "#lib/testing/link-token";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";

type Headers = Record<string, string>;

const database = testDatabase();
const ORIGIN = "https://portal.example";
let server: HostedServer;
let partner: TestAccount;
let alone: Headers;
let admin: Headers;

allowPrivateEmrs();
beforeEach(async () => {
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
  vi.stubEnv("MAIL_FROM", "records@clinic.example");
  forgetSingleton("environment");
  forgetSingleton("probe-counts");
  server = await startHostedServer({ patients: 2 });
  partner = await platformClient();
  alone = withoutAccount(partner);
  admin = await signIn(partner, "admin");
  return () => {
    vi.unstubAllEnvs();
    forgetSingleton("environment");
  };
});
afterEach(async () => {
  await server.stop();
  expect((await directoryProblems(database)).filter((line) => !line.includes(" callback "))).toEqual([]);
});

async function platformClient(): Promise<TestAccount> {
  const made = await makeLinkedAccount();
  await call(CREATE_ORIGIN, "POST", "/embed/origins", {
    headers: await signIn(made, "admin"),
    body: { origin: ORIGIN },
  });
  await database.asOwner("UPDATE api_client SET platform = true WHERE id = $1", [made.apiClientId]);
  return made;
}

interface Made {
  link_token_id: string;
  link_token: string;
}
interface Clinic {
  id: string;
  organizationId: string;
  headers: Headers;
  admin: Headers;
}

const told = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const create = (body: object, headers: Headers = alone) =>
  call(CREATE, "POST", "/link-tokens", { headers, body: { origin: ORIGIN, ...body } });
const send = (route: typeof LINK, tail: string, { link_token_id: id, link_token }: Made, body: object) =>
  call(route, "POST", `/link-tokens/${id}/${tail}`, { headers: bearer(link_token), params: { id }, body });
const read = async ({ link_token_id: id, link_token }: Made) =>
  (await call(READ, "GET", `/link-tokens/${id}`, { headers: bearer(link_token), params: { id } })).body.link_token;
const exchange = async (public_token: string, headers: Headers = alone) =>
  (await call(EXCHANGE, "POST", "/link-tokens/exchange", { headers, body: { public_token } })).body;

const SANDBOX = { name: "Elm Street", emr_type: "sandbox", timezone: "America/New_York" };
const hosted = () => ({ ...SANDBOX, emr_type: "records_api", connection: hostedConnection(server) });

/** Links an EMR for a customer in an organization of the customer's own, or in one that was made before. */
async function linked(customer: string, emr: object = SANDBOX, asked: object = {}, headers = alone): Promise<Clinic> {
  const made = await create(
    {
      user_id: customer,
      organization_name: "Elm Street",
      organization: "new",
      admin_email: `${newId()}@elm.example`,
      ...asked,
    },
    headers,
  );
  const { public_token } = (await send(LINK, "account", made.body, emr)).body;
  const {
    linked_account_id: id,
    organization_id: organizationId,
    access_token,
  } = await exchange(public_token, headers);
  const tenant = { organizationId, linkedAccountId: id };
  return {
    id,
    organizationId,
    headers: { ...headers, access_token },
    admin: await signIn({ ...partner, tenant }, "admin"),
  };
}

const listed = async (headers: Headers = alone, query = "") =>
  (await call(LIST, "GET", `/linked-accounts${query}`, { headers })).body;
const idsOf = async (headers: Headers = alone) =>
  (await listed(headers)).linked_accounts.map(({ id }: { id: string }) => id);
const change = (id: string, body: object, headers: Headers = alone) =>
  call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers, params: { id }, body });
const end = (id: string, headers: Headers = alone) =>
  call(END, "DELETE", `/linked-accounts/${id}`, { headers, params: { id } });
const auditOf = async (headers: Headers, action: string) =>
  (await call(READ_AUDIT, "GET", `/audit-log?action=${action}`, { headers })).body.audit_log;

/** Ends what a platform client may do in a clinic's organization, as its admin does. */
async function closeTo(clinic: Clinic): Promise<void> {
  const { api_clients } = (await call(LIST_CLIENTS, "GET", "/api-clients", { headers: clinic.admin })).body;
  const params = { id: api_clients[0].id as string };
  await call(REVOKE_CLIENT, "DELETE", `/api-clients/${params.id}`, { headers: clinic.admin, params });
}

describe("a platform client, by its id and secret alone", () => {
  it("lists the accounts that it linked in all organizations, with whose they are, page by page", async () => {
    const own = await linkByPartner(partner, "customer-1");
    const [elm, oak] = [await linked("customer-12"), await linked("customer-13")];
    const further = await linked("customer-12b", SANDBOX, { organization: elm.organizationId, admin_email: undefined });
    const { linked_accounts } = await listed();
    expect(linked_accounts.map((each: Record<string, unknown>) => [each.id, each.organization_id, each.state])).toEqual(
      [
        [own.id, partner.tenant.organizationId, "linked"],
        [elm.id, elm.organizationId, "linked"],
        [oak.id, oak.organizationId, "linked"],
        [further.id, elm.organizationId, "linked"],
      ],
    );
    expect(linked_accounts[1]).toMatchObject({
      organization_name: "Elm Street",
      access_token_reference_id: "customer-12",
    });
    const pages: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const page: { linked_accounts: { id: string }[]; next_cursor?: string } = await listed(
        alone,
        `?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      pages.push(...page.linked_accounts.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual([own.id, elm.id, oak.id, further.id]);
  });

  it("gives one of them another reference, and ends one, which stands in the audit logs of both organizations", async () => {
    const elm = await linked("customer-12");
    const changed = await change(elm.id, { access_token_reference_id: "customer-99" });
    expect([changed.status, changed.body.linked_account.access_token_reference_id]).toEqual([200, "customer-99"]);
    expect(told(await change(elm.id, { name: "Mine" }))[0]).toBe(403);
    const ended = await end(elm.id);
    expect([ended.status, ended.body.linked_account.state]).toEqual([200, "unlinked"]);
    expect((await listed()).linked_accounts[0]).toMatchObject({ id: elm.id, state: "unlinked" });
    expect((await call(LOCATIONS, "GET", "/locations", { headers: elm.headers })).status).toBe(200);
    for (const headers of [admin, elm.admin]) {
      const entries = await auditOf(headers, "linked-accounts:update");
      expect(
        entries
          .filter(({ status }: { status: number }) => status === 200)
          .map(({ route, resource }: Record<string, string>) => [route, resource]),
      ).toEqual([
        ["DELETE /linked-accounts/{id}", elm.id],
        ["PATCH /linked-accounts/{id}", elm.id],
      ]);
    }
  });

  it("repairs one: the same account gets new credentials and a new access token", async () => {
    const clinic = await linked("customer-12", hosted());
    await syncAccount({ organizationId: clinic.organizationId, linkedAccountId: clinic.id });
    const token = server.renewToken();
    expect(
      told(await create({ linked_account_id: clinic.id, organization: "new", admin_email: "a@elm.example" })),
    ).toEqual([
      400,
      "organization must be left out for a repair, whose account stays where it is; admin_email must be left out for a repair, whose account stays where it is",
    ]);
    const made = (await create({ linked_account_id: clinic.id, writes: ["payments:create"] })).body as Made;
    expect(await read(made)).toMatchObject({
      user_id: "customer-12",
      organization_id: clinic.organizationId,
      emr_types: ["records_api"],
      repairs: { emr_type: "records_api", secrets: expect.arrayContaining(["access_token"]) },
    });
    const elsewhere = await startHostedServer({ patients: 1 });
    const wrong = await send(REPAIR, "repair", made, { connection: hostedConnection(elsewhere) });
    await elsewhere.stop();
    expect(wrong.body.message).toMatch(/^connection.base_url must lead to the EMR that is linked/);
    const { client_secret: _kept, ...connection } = hostedConnection(server);
    const repaired = await send(REPAIR, "repair", made, {
      connection: { ...connection, access_token: token },
      writes: ["payments:create"],
    });
    expect(told(repaired)).toEqual([200, "EMR repaired"]);
    const answer = await exchange(repaired.body.public_token);
    expect(answer).toMatchObject({ linked_account_id: clinic.id, organization_id: clinic.organizationId });
    for (const access_token of [answer.access_token, clinic.headers.access_token])
      expect((await call(LOCATIONS, "GET", "/locations", { headers: { ...alone, access_token } })).status).toBe(200);
    expect((await listed()).linked_accounts[0]).toMatchObject({ state: "linked", writes: ["payments:create"] });
    for (const headers of [admin, clinic.admin])
      expect(
        (await auditOf(headers, "linked-accounts:link")).find(
          ({ route }: { route: string }) => route === "POST /link-tokens/{id}/repair",
        ),
      ).toMatchObject({
        resource: headers === admin ? made.link_token_id : clinic.id,
        detail: {
          switched_on: ["payments:create"],
          agreed_to: expect.arrayContaining([expect.stringContaining("goes on")]),
        },
      });
  });

  it("links no second account of the same customer and EMR in another organization", async () => {
    await linked("customer-12", hosted());
    const again = (
      await create({
        user_id: "customer-12",
        organization_name: "Elm Street",
        organization: "new",
        admin_email: "b@elm.example",
      })
    ).body;
    expect(told(await send(LINK, "account", again, hosted()))).toEqual([
      409,
      "This EMR is linked for Elm Street already: go back and have that link repaired, which keeps its records; nothing was saved",
    ]);
    expect(await idsOf()).toHaveLength(1);
  });
});

describe("the admin of a clinic's own organization", () => {
  const linksOf = async (headers: Headers) =>
    (await call(LIST_LINKS, "GET", "/link-tokens", { headers })).body.link_tokens;

  it("sees what was agreed to by each link and repair, as its receipt has it, and ends the account", async () => {
    const clinic = await linked("customer-12", SANDBOX, { writes: ["payments:create"] });
    const [listedLink, ...others] = await linksOf(clinic.admin);
    expect(others).toEqual([]);
    expect(listedLink).toMatchObject({
      state: "exchanged",
      asked_by: "Test client",
      user_id: "customer-12",
      organization_id: clinic.organizationId,
      linked_account_id: clinic.id,
      linked_account: { emr_type: "sandbox", active: true },
      agreed: { writes: [], at: expect.any(String) },
      exchanged_at: expect.any(String),
    });
    const [ofPartner] = await linksOf(admin);
    expect(listedLink.agreed).toEqual(ofPartner.agreed);
    expect(listedLink.agreed.words).toEqual([
      expect.stringMatching(/^Test client may read the records of this EMR/),
      expect.stringMatching(/^They are kept by Elm Street, an organization of its own/),
    ]);
    const repair = (await create({ linked_account_id: clinic.id, writes: ["payments:create"] })).body as Made;
    expect(told(await send(REPAIR, "repair", repair, { writes: ["payments:create"] }))).toEqual([200, "EMR repaired"]);
    const [ofRepair] = await linksOf(clinic.admin);
    expect(ofRepair).toMatchObject({
      state: "linked",
      linked_account_id: clinic.id,
      agreed: { writes: ["payments:create"] },
    });
    expect((await end(clinic.id, clinic.admin)).status).toBe(200);
    expect((await linksOf(clinic.admin)).map((each: { linked_account: object }) => each.linked_account)).toEqual([
      expect.objectContaining({ active: false }),
      expect.objectContaining({ active: false }),
    ]);
  });

  it("has no token by it, and neither the clinic next door nor an ordinary client sees it", async () => {
    const clinic = await linked("customer-12");
    const nextDoor = await linked("customer-13");
    const [{ id }] = await linksOf(clinic.admin);
    const params = { id };
    for (const headers of [nextDoor.admin, admin, alone])
      expect((await call(READ, "GET", `/link-tokens/${id}`, { headers, params })).status).toBe(404);
    expect((await linksOf(nextDoor.admin)).map(({ user_id }: { user_id: string }) => user_id)).toEqual(["customer-13"]);
    expect(await findEmbedPage(id)).toBeNull();
    const [row] = await database.asOwner("SELECT public_hash FROM link_token WHERE id = $1", [id]);
    expect(row).toEqual({ public_hash: null });
  });

  it("alone switches on what the clinic did not agree to: the partner's client does not, nor the admin of the partner", async () => {
    const clinic = await linked("customer-12");
    const writes = { switch_on: ["payments:create"] };
    expect((await change(clinic.id, writes)).status).toBe(403);
    expect((await change(clinic.id, writes, clinic.headers)).status).toBe(403);
    expect((await change(clinic.id, writes, admin)).status).toBe(404);
    const switched = await change(clinic.id, writes, clinic.admin);
    expect([switched.status, switched.body.linked_account.writes]).toEqual([200, ["payments:create"]]);
    expect((await auditOf(clinic.admin, "linked-accounts:update"))[0]).toMatchObject({
      actor: { kind: "user" },
      detail: { switched_on: ["payments:create"] },
    });
  });
});

describe("as the clinic next door", () => {
  it.each([
    ["one organization for each clinic", () => linked("customer-12")],
    [
      "one organization for all",
      async () => ({
        ...(await linkByPartner(partner, "customer-12")),
        organizationId: partner.tenant.organizationId,
        admin,
      }),
    ],
  ])("nobody else sees, changes, ends or repairs an account: %s", async (_model, make) => {
    const clinic: Clinic = await make();
    const beside = await makeSibling({
      ...partner,
      tenant: { organizationId: clinic.organizationId, linkedAccountId: clinic.id },
    });
    const { body } = await call(CREATE_CLIENT, "POST", "/api-clients", {
      headers: clinic.admin,
      body: { name: "Another" },
    });
    await database.asOwner("UPDATE api_client SET may_link = true, platform = true WHERE id = $1", [
      body.api_client.id,
    ]);
    const nextDoor = await linked("customer-13");
    const stranger = await platformClient();
    const strangers: [string, Headers][] = [
      [
        "an ordinary client of the same organization",
        withoutAccount({ headers: { ...body.api_client, access_token: "" } }),
      ],
      ["another platform client", withoutAccount(stranger)],
      ["the client of another organization", withoutAccount(await makeLinkedAccount())],
    ];
    for (const [name, headers] of strangers) {
      expect(await idsOf(headers), name).toEqual([]);
      expect((await change(clinic.id, { access_token_reference_id: "mine" }, headers)).status, name).toBe(404);
      expect((await end(clinic.id, headers)).status, name).toBe(404);
      expect((await create({ linked_account_id: clinic.id, origin: ORIGIN }, headers)).status, name).toBeOneOf([
        400, 404,
      ]);
    }
    expect(await idsOf(nextDoor.admin)).not.toContain(clinic.id);
    expect((await change(clinic.id, { name: "Mine" }, nextDoor.admin)).status).toBe(404);
    // Nor is an account that the clinic's admin has linked the platform's.
    expect(await idsOf()).not.toContain(beside.tenant.linkedAccountId);
    expect((await end(beside.tenant.linkedAccountId)).status).toBe(404);
    expect((await create({ linked_account_id: beside.tenant.linkedAccountId })).status).toBe(404);
    expect((await listed()).linked_accounts.find(({ id }: { id: string }) => id === clinic.id)).toMatchObject({
      state: "linked",
      access_token_reference_id: "customer-12",
    });
  });

  it("a platform client itself sees nothing any more once the clinic's admin, or the operator, has ended it", async () => {
    const [elm, oak] = [await linked("customer-12", hosted()), await linked("customer-13")];
    const open = (await create({ linked_account_id: elm.id })).body as Made;
    await closeTo(elm);
    expect(await idsOf()).toEqual([oak.id]);
    expect((await change(elm.id, { access_token_reference_id: "x" })).status).toBe(404);
    expect((await end(elm.id)).status).toBe(404);
    expect((await create({ linked_account_id: elm.id })).status).toBe(404);
    expect(told(await send(REPAIR, "repair", open, { connection: hostedConnection(server) }))).toEqual([
      401,
      "The embed session was revoked",
    ]);
    expect((await create({ user_id: "c", organization_name: "Elm", organization: elm.organizationId })).status).toBe(
      404,
    );
    await database.asOwner("UPDATE api_client SET platform = false WHERE id = $1", [partner.apiClientId]);
    forgetSingleton("client-cache");
    expect(await idsOf()).toEqual([]);
    expect((await end(oak.id)).status).toBe(404);
  });
});

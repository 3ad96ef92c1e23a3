import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as ROTATE } from "#app/v1/api-clients/[id]/rotate-secret/route.ts";
import { DELETE as REVOKE_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { GET as LIST_CLIENTS } from "#app/v1/api-clients/route.ts";
import { GET as READ_AUDIT } from "#app/v1/audit-log/route.ts";
import { POST as CREATE_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { POST as LINK } from "#app/v1/link-tokens/[id]/account/route.ts";
import { GET as READ } from "#app/v1/link-tokens/[id]/route.ts";
import { POST as EXCHANGE } from "#app/v1/link-tokens/exchange/route.ts";
import { POST as CREATE, GET as LIST } from "#app/v1/link-tokens/route.ts";
import { GET as LIST_ACCOUNTS } from "#app/v1/linked-accounts/route.ts";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { GET as PATIENTS } from "#app/v1/patients/route.ts";
import { GET as USERS } from "#app/v1/users/route.ts";
import { workOff } from "#lib/jobs/runner/work-off";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const ORIGIN = "https://portal.example";
type Headers = Record<string, string>;
let partner: TestAccount;
let admin: Headers;

const alone = ({ headers: { client_id, client_secret } }: Pick<TestAccount, "headers">): Headers => ({
  client_id,
  client_secret,
});
const told = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const ASKED = { user_id: "customer-12", organization_name: "Elm Street", origin: ORIGIN };
const NEW = { ...ASKED, organization: "new", admin_email: "ada@elm.example" };
const create = (body: object, of: Pick<TestAccount, "headers"> = partner) =>
  call(CREATE, "POST", "/link-tokens", { headers: alone(of), body });
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const read = async ({ link_token_id: id, link_token }: { link_token_id: string; link_token: string }) =>
  (await call(READ, "GET", `/link-tokens/${id}`, { headers: bearer(link_token), params: { id } })).body.link_token;
const link = ({ link_token_id: id, link_token }: { link_token_id: string; link_token: string }, body: object = {}) =>
  call(LINK, "POST", `/link-tokens/${id}/account`, {
    headers: bearer(link_token),
    params: { id },
    body: { name: "Elm Street", emr_type: "sandbox", timezone: "America/New_York", ...body },
  });
const exchange = async (public_token: string, of: Pick<TestAccount, "headers"> = partner) =>
  call(EXCHANGE, "POST", "/link-tokens/exchange", { headers: alone(of), body: { public_token } });
const setPlatform = (on: boolean) =>
  database.asOwner("UPDATE api_client SET platform = $2 WHERE id = $1", [partner.apiClientId, on]);
const allOrganizations = () =>
  database.asOwner<{ id: string; name: string }>(
    "SELECT replace(id::text, '-', '') AS id, name FROM organization ORDER BY created_at",
  );
let before: Set<string>;
/** The organizations that a test has made beside the partner's. */
const organizations = async () => (await allOrganizations()).filter(({ id }) => !before.has(id));

/** Links an EMR in an organization of the customer's own. Returns the account's headers and its organization. */
async function linkedInNew(body: object = NEW, given: object = {}) {
  const made = (await create(body)).body;
  const { public_token } = (await link(made, given)).body;
  const answer = (await exchange(public_token)).body;
  return { ...answer, headers: { ...alone(partner), access_token: answer.access_token as string } };
}

afterEach(async () => expect(await directoryProblems(database)).toEqual([]));

beforeEach(async () => {
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
  vi.stubEnv("MAIL_FROM", "records@clinic.example");
  forgetSingleton("environment");
  partner = await makeLinkedAccount();
  admin = await signIn(partner, "admin");
  await call(CREATE_ORIGIN, "POST", "/embed/origins", { headers: admin, body: { origin: ORIGIN } });
  await setPlatform(true);
  before = new Set((await allOrganizations()).map(({ id }) => id));
  return () => {
    vi.unstubAllEnvs();
    forgetSingleton("environment");
  };
});

describe("a platform client", () => {
  it("makes an organization with the link alone, whose first admin is invited by mail", async () => {
    const made = (await create({ ...NEW, writes: ["payments:create"] })).body;
    expect(await organizations()).toEqual([]);
    const shown = await read(made);
    expect(shown.organization_id).toBeNull();
    expect(shown.consent[1]).toBe(
      "They are kept by Elm Street, an organization of its own that is made with this link. ada@elm.example is invited as its first admin, and may end what Test client may do.",
    );
    const { public_token, linked_account_id } = (await link(made, { writes: ["payments:create"] })).body;
    const [own, ...others] = await organizations();
    expect([own?.name, others]).toEqual(["Elm Street", []]);
    expect(
      await database.asOwner("SELECT email, role, password_hash FROM app_user WHERE organization_id = $1", [own?.id]),
    ).toEqual([{ email: "ada@elm.example", role: "admin", password_hash: null }]);
    expect(await database.asOwner("SELECT kind FROM mail WHERE organization_id = $1", [own?.id])).toEqual([
      { kind: "invitation" },
    ]);
    expect(
      await database.asOwner(
        `SELECT count(*)::int AS clients, count(DISTINCT webhook_secret)::int AS secrets FROM api_client
         WHERE id = $1 OR platform_client_id = $1`,
        [partner.apiClientId],
      ),
    ).toEqual([{ clients: 2, secrets: 1 }]);
    const logged = await database.asOwner<{ organization: string; detail: object; actor: object }>(
      `SELECT replace(organization_id::text, '-', '') AS organization, detail, actor FROM audit_log
       WHERE route = 'POST /link-tokens/{id}/account' ORDER BY organization_id = $1`,
      [own?.id],
    );
    expect(logged.map(({ organization }) => organization)).toEqual([partner.tenant.organizationId, own?.id]);
    expect(logged[1]?.detail).toEqual(logged[0]?.detail);
    expect(logged[1]?.actor).toEqual({ kind: "embed", id: "customer-12", name: "Elm Street" });
    expect((await exchange(public_token)).body).toMatchObject({ linked_account_id, organization_id: own?.id });
  });

  it("leaves nothing of a link that is abandoned, or whose transaction was lost", async () => {
    const made = (await create(NEW)).body;
    await database.asOwner(
      "CREATE FUNCTION fail_link() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''lost''; END'",
    );
    await database.asOwner("CREATE TRIGGER lose BEFORE UPDATE ON link_token FOR EACH ROW EXECUTE FUNCTION fail_link()");
    try {
      expect((await link(made)).status).toBe(500);
      expect(await organizations()).toEqual([]);
    } finally {
      await database.asOwner("DROP TRIGGER lose ON link_token; DROP FUNCTION fail_link()");
    }
    expect((await link(made)).status).toBe(201);
    expect(await organizations()).toHaveLength(1);
  });

  it("links further EMRs in an organization that it made", async () => {
    const first = await linkedInNew();
    const made = (await create({ ...ASKED, user_id: "customer-12b", organization: first.organization_id })).body;
    const shown = await read(made);
    expect([shown.organization_id, shown.consent[1]]).toEqual([
      first.organization_id,
      "They are kept by Elm Street, whose accounts share documents.",
    ]);
    const { public_token } = (await link(made)).body;
    expect((await exchange(public_token)).body.organization_id).toBe(first.organization_id);
    expect(await organizations()).toHaveLength(1);
  });
});

describe("is refused in words", () => {
  it("for a client that is no platform client, or no more", async () => {
    const refusal = [
      403,
      "Not allowed: only a platform client, which the operator of this deployment makes, links in another organization than its own; nothing was saved",
    ];
    const { organization_id } = await linkedInNew();
    await setPlatform(false);
    expect(told(await create(NEW))).toEqual(refusal);
    expect(told(await create({ ...ASKED, organization: organization_id }))).toEqual(refusal);
  });

  it("for an organization that it did not make, the clinic next door's and its own among them", async () => {
    const neighbour = await makeLinkedAccount();
    const abandoned = (await create(NEW)).body;
    const [row] = await database.asOwner<{ id: string }>(
      "SELECT replace(target_organization_id::text, '-', '') AS id FROM link_token WHERE id = $1",
      [abandoned.link_token_id],
    );
    for (const organization of [
      neighbour.tenant.organizationId,
      partner.tenant.organizationId,
      newId(),
      row?.id,
      "newer",
    ])
      expect(told(await create({ ...ASKED, organization }))).toEqual([404, "Organization not found"]);
  });

  it("without the admin's address, with one for an organization that is there, and where no mail is sent", async () => {
    const problem = [400, "admin_email must be sent with organization new, and with nothing else"];
    expect(told(await create({ ...NEW, admin_email: undefined }))).toEqual(problem);
    expect(told(await create({ ...NEW, organization: undefined }))).toEqual(problem);
    vi.stubEnv("SMTP_URL", undefined);
    vi.stubEnv("MAIL_FROM", undefined);
    forgetSingleton("environment");
    expect(told(await create(NEW))).toEqual([
      400,
      "organization must not be new: this deployment sends no mail, by which its admin is invited",
    ]);
  });
});

describe("the organization of a clinic", () => {
  it("is reached by the platform with the exchanged token alone, and there only the account that it linked", async () => {
    const [elm, oak] = [
      await linkedInNew(),
      await linkedInNew({
        ...NEW,
        user_id: "customer-13",
        organization_name: "Oak Road",
        admin_email: "bo@oak.example",
      }),
    ];
    await workOff(60);
    const patientsOf = async (headers: Headers) =>
      (await call(PATIENTS, "GET", "/patients?limit=200", { headers })).body.patients.map(
        ({ id }: { id: string }) => id,
      );
    const [ofElm, ofOak] = [await patientsOf(elm.headers), await patientsOf(oak.headers)];
    expect(ofElm.length).toBeGreaterThan(0);
    expect(ofElm.filter((id: string) => ofOak.includes(id))).toEqual([]);
    // What concerns the whole organization is its admin's.
    for (const [route, path] of [
      [LIST_ACCOUNTS, "/linked-accounts"],
      [LIST_CLIENTS, "/api-clients"],
      [LIST, "/link-tokens"],
      [USERS, "/users"],
      [READ_AUDIT, "/audit-log"],
    ] as const)
      expect((await call(route, "GET", path, { headers: elm.headers })).status, path).toBe(403);
    // An account that the clinic itself links is none of the platform's.
    const place = { tenant: { organizationId: elm.organization_id, linkedAccountId: elm.linked_account_id } };
    const itself = await makeSibling({ ...partner, ...place });
    const headers = { ...alone(partner), access_token: itself.headers.access_token };
    expect((await call(LOCATIONS, "GET", "/locations", { headers })).status).toBe(401);
    // Nor is an account of its own organization the clinic's, or another client's with the clinic's token.
    const stranger = await makeLinkedAccount();
    for (const wrong of [
      { ...alone(stranger), access_token: elm.headers.access_token },
      { ...elm.headers, client_secret: "wrong" },
    ])
      expect((await call(LOCATIONS, "GET", "/locations", { headers: wrong })).status).toBe(401);
    expect((await call(LOCATIONS, "GET", "/locations", { headers: partner.headers })).status).toBe(200);
  });

  it("is closed to the platform by its admin, by a new secret of the client, and with the client", async () => {
    const closed = async (end: (elm: Awaited<ReturnType<typeof linkedInNew>>) => Promise<unknown>) => {
      const elm = await linkedInNew({ ...NEW, admin_email: `${newId()}@elm.example` });
      const asks = async () => (await call(LOCATIONS, "GET", "/locations", { headers: elm.headers })).status;
      expect(await asks()).toBe(200);
      await end(elm);
      expect(await asks()).toBe(401);
    };
    await closed(async ({ organization_id, linked_account_id }) => {
      const tenant = { organizationId: organization_id, linkedAccountId: linked_account_id };
      const owner = await signIn({ ...partner, tenant }, "admin");
      const { api_clients } = (await call(LIST_CLIENTS, "GET", "/api-clients", { headers: owner })).body;
      expect(api_clients.map(({ name }: { name: string }) => name)).toEqual(["Test client"]);
      const params = { id: api_clients[0].id };
      const path = `/api-clients/${params.id}`;
      expect((await call(REVOKE_CLIENT, "DELETE", path, { headers: owner, params })).status).toBe(200);
    });
    const params = { id: partner.apiClientId };
    const own = async (route: typeof ROTATE, method: string, tail = "") => {
      const answer = await call(route, method, `/api-clients/${params.id}${tail}`, { headers: admin, params });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    await closed(async () => {
      const { api_client } = await own(ROTATE, "POST", "/rotate-secret");
      partner = { ...partner, headers: { ...partner.headers, client_secret: api_client.client_secret } };
    });
    await closed(() => own(REVOKE_CLIENT, "DELETE"));
  });

  it("shows the platform's admin the link, and nothing of the account's organization", async () => {
    const elm = await linkedInNew();
    const [listed] = (await call(LIST, "GET", "/link-tokens", { headers: admin })).body.link_tokens;
    expect(listed).toMatchObject({ state: "exchanged", organization_id: elm.organization_id, linked_account: null });
    const { linked_accounts } = (await call(LIST_ACCOUNTS, "GET", "/linked-accounts", { headers: admin })).body;
    expect(linked_accounts.map(({ id }: { id: string }) => id)).not.toContain(elm.linked_account_id);
  });
});

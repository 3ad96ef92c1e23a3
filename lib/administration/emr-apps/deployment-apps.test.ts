/** @module-tag long */
import { afterEach, beforeEach, expect, it } from "vitest";
import { DELETE as REMOVE } from "#app/v1/emr-apps/[id]/route.ts";
import { POST as ADD, GET as LIST } from "#app/v1/emr-apps/route.ts";
import { POST as BEGIN } from "#app/v1/emr-authorizations/route.ts";
import { POST as LINK_BY_TOKEN } from "#app/v1/link-tokens/[id]/account/route.ts";
import { POST as REPAIR } from "#app/v1/link-tokens/[id]/repair/route.ts";
import { POST as EXCHANGE } from "#app/v1/link-tokens/exchange/route.ts";
import { POST as CREATE } from "#app/v1/link-tokens/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { GET as ACCOUNTS, POST as LINK } from "#app/v1/linked-accounts/route.ts";
import { emrClient } from "#lib/egress/emr-client";
import { appRedirectUri } from "#lib/emr/app-redirect";
import { authorizationOf } from "#lib/emr/fhir/auth/authorization-of";
import { grantsOf } from "#lib/emr/grants";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { EmrBrowser, outcomeOf } from "#lib/testing/fhir/emr-browser";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { FHIR_USER, type SmartServer, startSmartServer } from "#lib/testing/fhir/smart-server";
import { withoutAccount } from "#lib/testing/link-token";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { makePlatformClient, withMail } from "#lib/testing/platform-client";
import { signIn } from "#lib/testing/principals";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";
import { removeDeploymentApp, setDeploymentApp } from "./deployment-apps.ts";

type Headers = Record<string, string>;

const database = testDatabase();
allowPrivateEmrs();

const ORIGIN = "https://portal.example";
const CLIENT = { clientId: "console", clientSecret: "a-secret-of-the-vendor" };
let fhir: MedplumServer;
let emr: SmartServer;
let account: TestAccount;
let admin: Headers;
let browser: EmrBrowser;

beforeEach(async () => {
  const ended = withMail();
  forgetSingleton("probe-counts");
  await database.asOwner("TRUNCATE deployment_app");
  fhir = await startMedplum();
  emr = await startSmartServer({ ...CLIENT, redirectUri: appRedirectUri() });
  fhir.admits = emr.admits;
  fhir.smartConfiguration = emr.smartConfiguration;
  account = await makeLinkedAccount();
  admin = await signIn(account, "admin");
  browser = new EmrBrowser();
  return ended;
});
afterEach(() => Promise.all([fhir.stop(), emr.stop()]));

const app = () => ({
  issuer: fhir.baseUrl,
  client_id: CLIENT.clientId,
  client_secret: CLIENT.clientSecret,
  token_url: emr.tokenUrl,
});
const begin = (headers: Headers = admin) =>
  call(BEGIN, "POST", "/emr-authorizations", { headers, body: { base_url: fhir.baseUrl } });
const connection = (authorization_id: string) => ({
  base_url: fhir.baseUrl,
  auth: { kind: "smart_app" as const, authorization_id },
});
const listed = async (headers: Headers = admin) => (await call(LIST, "GET", "/emr-apps", { headers })).body;
const told = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];

/** Signs in at the EMR. Returns the id of what was granted. */
async function granted(headers: Headers = admin): Promise<string> {
  const { start, emr_authorization } = (await begin(headers)).body;
  expect(await browser.authorize(start)).toBe("granted");
  return emr_authorization.id;
}

/** Sends a request by what was granted, with a token that is refreshed first. */
async function refreshed(organizationId: string, id: string): Promise<void> {
  await database.asOwner("UPDATE emr_authorization SET access_ends_at = now() WHERE id = $1", [id]);
  const { base_url, auth } = connection(id);
  const authorization = authorizationOf({ base_url, auth }, emrClient({ baseUrl: base_url }), {
    id: null,
    grants: grantsOf(organizationId),
  });
  expect(JSON.stringify(await authorization.headers(AbortSignal.timeout(5_000)))).toMatch(/Bearer /);
}

it("people of every organization sign in by the operator's app, and one of their own comes first", async () => {
  expect(await setDeploymentApp(app())).toBe(fhir.baseUrl);
  for (const clinic of [account, await makeLinkedAccount()]) {
    const headers = await signIn(clinic, "admin");
    const id = await granted(headers);
    const body = { name: "Annex", emr_type: "fhir", timezone: "America/Chicago", connection: connection(id) };
    expect((await call(LINK, "POST", "/linked-accounts", { headers, body })).status).toBe(201);
    await refreshed(clinic.tenant.organizationId, id);
  }
  await call(ADD, "POST", "/emr-apps", { headers: admin, body: { ...app(), client_id: "of-the-clinic" } });
  const { start } = (await begin()).body;
  const address = await EmrBrowser.addressIn(await browser.leave(start));
  expect(new URL(address).searchParams.get("client_id")).toBe("of-the-clinic");
});

it("is shown to admins without its secret, and changed and removed by the operator alone", async () => {
  await setDeploymentApp(app());
  const { emr_apps, deployment_apps } = await listed();
  expect([emr_apps, deployment_apps]).toEqual([
    [],
    [
      expect.objectContaining({
        of: "deployment",
        issuer: fhir.baseUrl,
        client_id: "console",
        proof: "secret",
        redirect_uri: appRedirectUri(),
      }),
    ],
  ]);
  const rows = await database.asOwner<{ row: string }>("SELECT a::text AS row FROM deployment_app a");
  for (const text of [JSON.stringify(deployment_apps), ...rows.map(({ row }) => row)])
    expect(text).not.toContain(CLIENT.clientSecret);
  const params = { id: deployment_apps[0].id as string };
  expect((await call(REMOVE, "DELETE", `/emr-apps/${params.id}`, { headers: admin, params })).status).toBe(404);
  const { start } = (await begin()).body;
  expect(await removeDeploymentApp(`${fhir.baseUrl}/`)).toBe(true);
  expect(await removeDeploymentApp(fhir.baseUrl)).toBe(false);
  expect(outcomeOf(await browser.leave(start))).toBe("app_removed");
  expect((await listed()).deployment_apps).toEqual([]);
});

it.each([
  ["issuer", { issuer: "https://10.0.0.1/r4" }],
  ["token_url", { token_url: "https://169.254.169.254/token" }],
  ["scopes", { scopes: "user/*.read" }],
  ["client_secret", { client_secret: "" }],
])("is refused for a %s that is not to be used", async (field, change) => {
  await expect(setDeploymentApp({ ...app(), ...change })).rejects.toMatchObject({
    message: expect.stringContaining(field),
  });
});

it("links, refreshes and repairs in an organization that is made with the link, and by no app of the platform's own", async () => {
  const partner = await makePlatformClient(database, ORIGIN);
  const alone = withoutAccount(partner);
  const create = async (body: object) => {
    const made = (await call(CREATE, "POST", "/link-tokens", { headers: alone, body: { origin: ORIGIN, ...body } }))
      .body;
    return { id: made.link_token_id as string, view: { authorization: `Bearer ${made.link_token}` } };
  };
  const NEW = {
    user_id: "customer-12",
    organization_name: "Elm Street",
    organization: "new",
    admin_email: "ada@elm.example",
  };
  const { id, view } = await create(NEW);
  const own = { headers: await signIn(partner, "admin"), body: app() };
  expect((await call(ADD, "POST", "/emr-apps", own)).status).toBe(201);
  expect(told(await begin(view))).toEqual([
    400,
    "base_url is an EMR at which nobody can sign in before the organization is there: enter a secret, or ask the operator of this console to register it with the vendor for all organizations",
  ]);
  await setDeploymentApp(app());
  const authorization = await granted(view);
  const emrOf = (auth: object) => ({
    name: "Elm Street",
    emr_type: "fhir",
    timezone: "America/New_York",
    connection: { base_url: fhir.baseUrl, auth },
  });
  const link = (auth: object, more: object = {}) =>
    call(LINK_BY_TOKEN, "POST", `/link-tokens/${id}/account`, {
      headers: view,
      params: { id },
      body: { ...emrOf(auth), ...more },
    });
  const byKeys = { kind: "smart_backend", client_id: "console" };
  const noKeys = [
    400,
    "connection.auth.kind must be by a secret, a header or a sign-in for an organization of its own, whose keys are not there before it: its admin may change to them later",
  ];
  const tried = { emr_type: "fhir", connection: { base_url: fhir.baseUrl, auth: byKeys } };
  expect(told(await call(PROBE, "POST", "/linked-accounts/probe", { headers: view, body: tried }))).toEqual(noKeys);
  expect(told(await link(byKeys))).toEqual(noKeys);
  const signedIn = { kind: "smart_app", authorization_id: authorization };
  const probe = await call(PROBE, "POST", "/linked-accounts/probe", {
    headers: view,
    body: { emr_type: "fhir", connection: { base_url: fhir.baseUrl, auth: signedIn } },
  });
  const linked = await link(signedIn, { probe_id: probe.body.probe_id });
  expect(told(linked)).toEqual([201, "EMR linked"]);
  const { organization_id: organizationId, linked_account_id } = (
    await call(EXCHANGE, "POST", "/link-tokens/exchange", {
      headers: alone,
      body: { public_token: linked.body.public_token },
    })
  ).body;
  expect(
    await database.asOwner(
      "SELECT replace(organization_id::text, '-', '') AS organization, replace(linked_account_id::text, '-', '') AS account FROM emr_authorization WHERE id = $1",
      [authorization],
    ),
  ).toEqual([{ organization: organizationId, account: linked_account_id }]);
  const logged = await database.asOwner<{ by: string }>(
    "SELECT detail ->> 'authorized_by' AS by FROM audit_log WHERE route = 'POST /link-tokens/{id}/account' AND status = 201",
  );
  expect(logged).toEqual([{ by: FHIR_USER }, { by: FHIR_USER }]);
  await refreshed(organizationId, authorization);

  await emr.revoke();
  const repair = await create({ linked_account_id });
  const again = await granted(repair.view);
  const repaired = await call(REPAIR, "POST", `/link-tokens/${repair.id}/repair`, {
    headers: repair.view,
    params: { id: repair.id },
    body: { connection: connection(again) },
  });
  expect(told(repaired)).toEqual([200, "EMR repaired"]);
  await refreshed(organizationId, again);
  const kept = await database.asOwner("SELECT 1 FROM emr_authorization WHERE id = $1", [authorization]);
  expect(kept).toEqual([]);
  const { linked_accounts } = (await call(ACCOUNTS, "GET", "/linked-accounts", { headers: alone })).body;
  expect(linked_accounts).toMatchObject([{ id: linked_account_id, state: "linked", organization_id: organizationId }]);
});

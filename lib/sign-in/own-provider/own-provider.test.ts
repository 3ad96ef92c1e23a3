import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/accept/route.ts";
import { POST as JOIN } from "#app/api/invitation/join/route.ts";
import { POST as SHOW } from "#app/api/invitation/route.ts";
import { POST as SWITCH } from "#app/api/session/organization/route.ts";
import { GET as getAudit } from "#app/v1/audit-log/route.ts";
import { DELETE, GET, PUT } from "#app/v1/organizations/provider/route.ts";
import { POST as INVITE_AGAIN } from "#app/v1/users/[id]/invitation/route.ts";
import { PATCH } from "#app/v1/users/[id]/route.ts";
import { POST as INVITE } from "#app/v1/users/route.ts";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { findPeople } from "#lib/sign-in/find-person";
import { hashPassword } from "#lib/sign-in/password";
import { sessionUser } from "#lib/sign-in/session-user";
import { call } from "#lib/testing/call";
import { CONSOLE } from "#lib/testing/clinic-with-provider";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { type OpenIdProvider, startOpenIdProvider } from "#lib/testing/openid-provider";
import { addPeople, changePerson } from "#lib/testing/people";
import { signIn, signInAgain } from "#lib/testing/principals";
import { SignInBrowser } from "#lib/testing/sign-in-browser";
import { testDatabase } from "#lib/testing/test-database";
import { ownProviderId } from "./names.ts";

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;
let provider: OpenIdProvider;
/** The organization's provider by its id. */
let own: string;
let email: string;

beforeAll(async () => {
  Object.assign(process.env, { NEXTAUTH_URL: CONSOLE, OIDC_PRIVATE_TARGETS: "127.0.0.0/8" });
  for (const name of ["environment", "policy:OIDC_PRIVATE_TARGETS"]) forgetSingleton(name);
  clinic = await makeLinkedAccount();
  own = ownProviderId(clinic.tenant.organizationId);
  provider = await startOpenIdProvider(`${CONSOLE}/api/auth/callback/${own}`);
  admin = await signIn(clinic, "admin");
});
afterAll(() => provider.stop());

const given = (change: object = {}) => ({
  issuer: provider.issuer,
  client_id: provider.variables.OIDC_CLIENT_ID,
  client_secret: provider.variables.OIDC_CLIENT_SECRET,
  ...change,
});
const set = (change: object = {}, headers = admin) =>
  call(PUT, "PUT", "/organizations/provider", { headers, body: given(change) });

beforeEach(async () => {
  await database.asOwner("DELETE FROM sign_in_bucket");
  await database.asOwner("DELETE FROM own_identity");
  await database.asOwner("UPDATE app_user SET external_id = NULL");
  email = `${newId()}@clinic.example`;
  expect((await set()).status).toBe(200);
});
afterEach(async () => {
  provider.change(null);
  expect(await directoryProblems(database)).toEqual([]);
});

const setClaims = (changed: Record<string, unknown>) =>
  provider.change((_token, claims, sign) => sign({ ...claims, ...changed }));

const tokenOf = (answer: { body: { invitation: { url: string } } }) => answer.body.invitation.url.split("#")[1] ?? "";
const invite = () => call(INVITE, "POST", "/users", { headers: admin, body: { email, role: "staff" } });
const personIn = async (browser: SignInBrowser) => sessionUser(new Headers({ cookie: browser.console.header }));

/** Adds a person of the organization; `change`: of their row. */
async function add(change: Partial<typeof appUser.$inferInsert> = {}): Promise<string> {
  const id = newId();
  const person = { id, email, name: "Robin Lee", passwordHash: null, role: "staff" as const, ...change };
  await addPeople(clinic.tenant.organizationId, [person]);
  return id;
}

/** Signs in at the organization's provider. Returns the browser and where it was led. */
async function come(browser = new SignInBrowser(CONSOLE), invitation?: string) {
  const answer = await browser.signIn(email, undefined, own, invitation);
  return { browser, location: answer.headers.get("location"), user: await personIn(browser) };
}

const refusedAt = (reason: string) => `/sign-in/organization/${clinic.tenant.organizationId}?refused=${reason}`;

describe("a change of the provider under a condition", () => {
  const read = () => call(GET, "GET", "/organizations/provider", { headers: admin });
  const under = (conditions: Record<string, string>, change: object = {}) => set(change, { ...admin, ...conditions });
  const remove = (conditions: Record<string, string> = {}) =>
    call(DELETE, "DELETE", "/organizations/provider", { headers: { ...admin, ...conditions } });

  it("is saved over what was read alone, which includes the secret", async () => {
    const { etag } = (await read()).body;
    expect((await under({ "if-match": etag }, { external_id_claim: "oid" })).status).toBe(200);
    const late = await under({ "if-match": etag });
    const present = (await read()).body;
    const { success: _, ...current } = present;
    expect([late.status, late.body.current]).toEqual([412, current]);
    expect(present.own_provider.external_id_claim).toBe("oid");
    expect((await under({ "if-match": current.etag }, { client_secret: "another" })).body.etag).not.toBe(current.etag);
    expect((await under({ "if-match": current.etag })).status).toBe(412);
    expect((await remove({ "if-match": current.etag })).status).toBe(412);
  });

  it("of two at once is saved once", async () => {
    const { etag } = (await read()).body;
    const answers = await Promise.all(
      ["oid", "sub"].map((claim) => under({ "if-match": etag }, { external_id_claim: claim })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it("is made by If-None-Match: * where there is none alone", async () => {
    expect((await under({ "if-none-match": "*" })).status).toBe(412);
    expect((await remove({ "if-match": (await read()).body.etag })).status).toBe(200);
    expect((await under({ "if-match": "*" })).status).toBe(412);
    expect((await under({ "if-none-match": "*" })).status).toBe(200);
  });
});

describe("a sign-in through the organization's own provider", () => {
  it("never admits a person by their address alone, however verified", async () => {
    await add();
    setClaims({ email, email_verified: true });
    expect(await come()).toMatchObject({ location: refusedAt("unknown"), user: null });
  });

  it("binds the person who comes by an invitation, once, and knows them by the subject from then on", async () => {
    const browser = new SignInBrowser(CONSOLE);
    const token = tokenOf(await invite());
    expect((await browser.post(SHOW, { token })).body).toMatchObject({ email, provider: own });
    setClaims({ sub: "7", email: "somebody.else@clinic.example" });
    const first = await come(browser, token);
    expect(first.user).toMatchObject({ email, confined: true });
    expect([...browser.console.kept.keys()]).toEqual(["crc.session"]);
    expect((await come()).user?.id).toBe(first.user?.id);
    setClaims({ sub: "8" });
    expect((await come()).user).toBeNull();
    expect(
      (await new SignInBrowser(CONSOLE).post(ACCEPT, { token, name: "X", password: "correct horse battery" })).status,
    ).toBe(404);
    const { audit_log: entries } = (await call(getAudit, "GET", "/audit-log", { headers: admin })).body;
    const mine = entries.filter(({ actor }: { actor: { id: string } }) => actor.id === first.user?.id);
    expect(mine.map(({ action }: { action: string }) => action)).toEqual([
      "session:start",
      "session:start",
      "identity:bind",
    ]);
  });

  it("binds the person whom the directory names by the id in the claim, and nobody if two have it", async () => {
    const id = await add({ externalId: "entra-7" });
    await set({ external_id_claim: "oid" });
    setClaims({ sub: "pairwise-7", oid: "entra-7" });
    expect((await come()).user?.id).toBe(id);
    setClaims({ sub: "pairwise-7" });
    expect((await come()).user?.id).toBe(id);
    // The directory cannot move a bound person to another subject.
    setClaims({ sub: "pairwise-8", oid: "entra-7" });
    expect((await come()).user).toBeNull();
    await database.asOwner("DELETE FROM own_identity");
    email = `${newId()}@clinic.example`;
    await add({ externalId: "entra-7" });
    expect((await come()).user).toBeNull();
  });

  it("knows people by the directory's id after a new registration or another issuer, and only then", async () => {
    const id = await add({ externalId: "entra-7" });
    await set({ external_id_claim: "oid" });
    setClaims({ sub: "pairwise-7", oid: "entra-7" });
    expect((await come()).user?.id).toBe(id);
    await database.asOwner("UPDATE own_identity SET client_id = 'former registration'");
    setClaims({ sub: "pairwise-8" });
    expect((await come()).user).toBeNull();
    setClaims({ sub: "pairwise-8", oid: "entra-8" });
    expect((await come()).user).toBeNull();
    setClaims({ sub: "pairwise-8", oid: "entra-7" });
    expect((await come()).user?.id).toBe(id);
    // The former subject is nobody's, and this registration sends no other one.
    setClaims({ sub: "pairwise-7" });
    expect((await come()).user).toBeNull();
    setClaims({ sub: "pairwise-9", oid: "entra-7" });
    expect((await come()).user).toBeNull();
    await database.asOwner("UPDATE own_identity SET issuer = 'https://former.example'");
    expect((await come()).user?.id).toBe(id);
    // Bound before registrations were noted.
    await database.asOwner("UPDATE own_identity SET client_id = NULL");
    expect((await come()).user?.id).toBe(id);
    const [identity] = await database.asOwner("SELECT client_id, subject FROM own_identity");
    expect(identity).toEqual({ client_id: "console", subject: "pairwise-9" });
  });

  it("takes nobody else's subject by the directory's id", async () => {
    const bound = await add();
    const organization_id = clinic.tenant.organizationId;
    await database.asOwner(
      "INSERT INTO own_identity (organization_id, user_id, issuer, subject, client_id) VALUES ($1, $2, $3, '7', 'former')",
      [organization_id, bound, provider.issuer],
    );
    await changePerson(organization_id, bound, { deactivatedAt: new Date() });
    email = `${newId()}@clinic.example`;
    await add({ externalId: "entra-7" });
    await set({ external_id_claim: "oid" });
    setClaims({ sub: "7", oid: "entra-7" });
    expect((await come()).user).toBeNull();
    expect(await database.asOwner("SELECT user_id::text FROM own_identity")).toHaveLength(1);
  });

  it("binds an invitation in the sign-in alone that was begun with it, not in the next one in that browser", async () => {
    const token = tokenOf(await invite());
    const browser = new SignInBrowser(CONSOLE);
    await browser.leave("/", own, { invitation: token });
    setClaims({ sub: "mallory" });
    expect((await come(browser)).user).toBeNull();
    setClaims({ sub: "7" });
    expect((await come(new SignInBrowser(CONSOLE), token)).user).toMatchObject({ email });
  });

  it.each([
    ["address", { sub: "colleague", email: "Colleague@clinic.example" }],
    ["id in the directory", { sub: "colleague", oid: "entra-colleague" }],
  ])("does not bind an invitation to a colleague's account, by its %s", async (_what, claims) => {
    await set({ external_id_claim: "oid" });
    const invited = await invite();
    const invitedAddress = email;
    email = `${newId()}@clinic.example`;
    const colleague = await add({ externalId: "entra-colleague", deactivatedAt: new Date() });
    await database.asOwner("UPDATE app_user SET email = $2 WHERE id = $1", [colleague, "colleague@clinic.example"]);
    setClaims(claims);
    expect((await come(new SignInBrowser(CONSOLE), tokenOf(invited))).user).toBeNull();
    await database.asOwner("UPDATE app_user SET email = $2 WHERE id = $1", [colleague, email]);
    setClaims({ sub: "7", email: "alias@clinic.example" });
    expect((await come(new SignInBrowser(CONSOLE), tokenOf(invited))).user).toMatchObject({ email: invitedAddress });
  });

  it("opens nothing by a provider that was replaced while the person was there", async () => {
    await add({ externalId: "7" });
    setClaims({ sub: "7" });
    const browser = new SignInBrowser(CONSOLE);
    const back = await browser.signInThere(await browser.leave("/", own), email);
    const removed = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    provider.alter({
      async before(path) {
        if (path !== "/token") return;
        reached.resolve();
        await removed.promise;
      },
    });
    const coming = browser.comeBack(back);
    await reached.promise;
    expect((await call(DELETE, "DELETE", "/organizations/provider", { headers: admin, body: {} })).status).toBe(200);
    removed.resolve();
    await coming;
    provider.alter({});
    expect(await personIn(browser)).toBeNull();
  });

  it("refuses a deactivated person and ends their session", async () => {
    const id = await add({ externalId: "7" });
    setClaims({ sub: "7" });
    const { browser, user } = await come();
    expect(user?.id).toBe(id);
    await call(PATCH, "PATCH", `/users/${id}`, { headers: admin, params: { id }, body: { active: false } });
    expect(await personIn(browser)).toBeNull();
    expect((await come()).user).toBeNull();
  });

  it("opens that organization alone: no switch, no other membership", async () => {
    const other = await makeLinkedAccount();
    const homeId = newId();
    const passwordHash = await hashPassword("correct horse battery");
    await addPeople(other.tenant.organizationId, [{ id: homeId, email, name: "Robin", passwordHash, role: "staff" }]);
    const id = await add({ externalId: "7" });
    const [person] = await findPeople(email);
    if (!person) throw new Error("Nobody is there");
    const home = { homeUserId: homeId, homeOrganizationId: other.tenant.organizationId };
    await changePerson(other.tenant.organizationId, homeId, home);
    await changePerson(clinic.tenant.organizationId, id, home);
    setClaims({ sub: "7" });
    const { browser, user } = await come();
    expect(user).toMatchObject({ id, confined: true });
    const switched = await browser.post(SWITCH, { organization_id: other.tenant.organizationId });
    expect(switched.status).toBe(404);
    expect((await browser.post(JOIN, { token: "invitation_x" })).status).toBe(403);
    // It does not depend on the password at home either.
    await changePerson(other.tenant.organizationId, homeId, { passwordHash: await hashPassword("another horse") });
    expect((await personIn(browser))?.id).toBe(id);
    // Nor does it open the directory of the deployment's provider.
    expect(await findPeople(email)).toHaveLength(1);
  });

  it("leaves an invitation open if the account at the provider is somebody else's", async () => {
    const gone = await add({ externalId: "7" });
    setClaims({ sub: "7" });
    await come();
    await call(PATCH, "PATCH", `/users/${gone}`, { headers: admin, params: { id: gone }, body: { active: false } });
    email = `${newId()}@clinic.example`;
    const token = tokenOf(await invite());
    const browser = new SignInBrowser(CONSOLE);
    expect((await come(browser, token)).user).toBeNull();
    setClaims({ sub: "8" });
    expect((await come(browser, token)).user).toMatchObject({ email });
  });

  it("does not admit people by an invitation of another organization", async () => {
    const other = await makeLinkedAccount();
    const otherAdmin = await signIn(other, "admin");
    const invited = await call(INVITE, "POST", "/users", { headers: otherAdmin, body: { email, role: "admin" } });
    setClaims({ sub: "7" });
    expect((await come(new SignInBrowser(CONSOLE), tokenOf(invited))).user).toBeNull();
    expect(
      (
        await readTenant({ ...other.tenant, linkedAccountId: null }, (tx) =>
          tx.select().from(appUser).where(eq(appUser.email, email)),
        )
      )[0]?.invitationHash,
    ).not.toBeNull();
  });

  it("binds anew after a new password by a link, as for a lost account", async () => {
    const id = await add({ externalId: "7" });
    setClaims({ sub: "7" });
    await come();
    const params = { id };
    const link = await call(INVITE_AGAIN, "POST", `/users/${id}/invitation`, { headers: admin, params });
    const browser = new SignInBrowser(CONSOLE);
    await browser.post(ACCEPT, { token: tokenOf(link), name: "Robin", password: "correct horse battery" });
    await changePerson(clinic.tenant.organizationId, id, { externalId: "8" });
    setClaims({ sub: "8" });
    expect((await come()).user?.id).toBe(id);
  });

  it("is refused without a provider, and for an organization that does not exist", async () => {
    expect((await call(DELETE, "DELETE", "/organizations/provider", { headers: admin, body: {} })).status).toBe(200);
    for (const id of [own, ownProviderId(newId())]) {
      const left = await new SignInBrowser(CONSOLE).leave("/", id);
      expect(await left.json()).toMatchObject({ success: false, refused: "failed" });
    }
  });
});

describe("an admin", () => {
  it("sets a provider whose secret is sealed and never shown, and removes it with its sessions", async () => {
    const answer = await call(GET, "GET", "/organizations/provider", { headers: admin });
    expect(answer.body).toEqual({
      success: true,
      own_provider: {
        issuer: provider.issuer,
        client_id: "console",
        external_id_claim: "sub",
        sign_in_url: expect.stringContaining(`/sign-in/organization/${clinic.tenant.organizationId}`),
        redirect_uri: expect.stringContaining(`/api/auth/callback/${own}`),
      },
      redirect_uri: expect.stringContaining(own),
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    const [row] = await database.asOwner<{ row: string }>("SELECT to_jsonb(p)::text AS row FROM own_provider p", []);
    expect(row?.row).not.toContain(provider.variables.OIDC_CLIENT_SECRET);
    const id = await add({ externalId: "7" });
    setClaims({ sub: "7" });
    const { browser, user } = await come();
    expect(user?.id).toBe(id);
    const removed = await call(DELETE, "DELETE", "/organizations/provider", { headers: admin, body: {} });
    expect([removed.status, removed.body.own_provider]).toEqual([200, null]);
    expect(await personIn(browser)).toBeNull();
    const again = await call(DELETE, "DELETE", "/organizations/provider", { headers: admin, body: {} });
    expect(again.status).toBe(404);
  });

  it.each([
    ["a private address", "https://10.0.0.1", "must not lead to a private, loopback"],
    ["no address", "clinic", "must be an https URL"],
    ["nobody", "http://127.0.0.1:1", "did not answer"],
  ])("is told what is wrong with an issuer: %s", async (_what, issuer, message) => {
    const { status, body } = await set({ issuer });
    expect([status, body.errors]).toEqual([400, [{ field: "issuer", message: expect.stringContaining(message) }]]);
  });

  it("is told that an issuer is written in another way", async () => {
    const { status, body } = await set({ issuer: `${provider.issuer}/` });
    expect([status, body.message]).toEqual([400, expect.stringContaining("must be written as")]);
  });

  it("is refused as staff, and by an API client", async () => {
    const staff = await signIn(clinic, "staff");
    expect((await set({}, staff)).status).toBe(403);
    expect((await set({}, clinic.headers)).status).toBe(403);
    const person = (await findPeople(email))[0];
    expect(person).toBeUndefined();
  });
});

it("a session of the password still opens the other organizations of a person with such a provider", async () => {
  const passwordHash = await hashPassword("correct horse battery");
  await add({ passwordHash });
  const [person] = await findPeople(email);
  if (!person) throw new Error("Nobody is there");
  const headers = await signInAgain(clinic.tenant, person.opens, "Firefox on Windows");
  expect(await sessionUser(new Headers(headers))).toMatchObject({ confined: false });
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/accept/route.ts";
import { POST as JOIN } from "#app/api/invitation/join/route.ts";
import { POST as SHOW } from "#app/api/invitation/route.ts";
import { POST as SWITCH } from "#app/api/session/organization/route.ts";
import { GET as getAudit } from "#app/v1/audit-log/route.ts";
import { POST as makeToken } from "#app/v1/mcp-tokens/route.ts";
import { PUT as CHANGE_PASSWORD } from "#app/v1/me/password/route.ts";
import { GET as getMe } from "#app/v1/me/route.ts";
import { PUT as RULES } from "#app/v1/organizations/sign-in/route.ts";
import { POST as INVITE_AGAIN } from "#app/v1/users/[id]/invitation/route.ts";
import { PATCH } from "#app/v1/users/[id]/route.ts";
import { DELETE as RESET_FACTOR } from "#app/v1/users/[id]/second-factor/route.ts";
import { POST as INVITE, GET as LIST } from "#app/v1/users/route.ts";
import { secondFactor } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { seal } from "#lib/security/sealing/secret-box";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { addPeople } from "#lib/testing/people";
import { signIn, signInAgain } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { findPeople } from "./find-person.ts";
import { hashPassword } from "./password.ts";
import { sessionUser } from "./session-user.ts";
import { checkPassword } from "./sign-in.ts";

const database = testDatabase();
const PASSWORD = "correct horse battery";
const ORIGIN = "http://127.0.0.1:3000";

type Headers = Record<string, string>;

let home: TestAccount;
let other: TestAccount;
let homeAdmin: Headers;
let otherAdmin: Headers;
let email: string;
let homeId: string;
/** The person's session at home. */
let person: Headers;

beforeEach(async () => {
  [home, other] = [await makeLinkedAccount(), await makeLinkedAccount()];
  [homeAdmin, otherAdmin] = [await signIn(home, "admin"), await signIn(other, "admin")];
  homeId = newId();
  email = `${newId()}@clinic.example`;
  const passwordHash = await hashPassword(PASSWORD);
  await addPeople(home.tenant.organizationId, [{ id: homeId, email, name: "Robin Lee", passwordHash, role: "staff" }]);
  person = await sessionOf(home);
  return async () => {
    vi.useRealTimers();
    expect(await directoryProblems(database)).toEqual([]);
  };
});

/** Signs the person in, as the password does. */
async function sessionOf(account: TestAccount): Promise<Headers> {
  const found = await checkPassword(email, PASSWORD);
  if (!found) throw new Error("The person cannot sign in");
  return signInAgain(account.tenant, found.opens, "Firefox on Windows");
}

type Handler = (request: Request) => Promise<Response>;

/** Sends a request as the console's own pages do, and returns the answer with the session that it set. */
async function post(handler: Handler, body: unknown, headers: Headers = {}, account = other) {
  const answer = await handler(
    new Request(`${ORIGIN}/api/x`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, host: "127.0.0.1:3000", ...headers },
      body: JSON.stringify(body),
    }),
  );
  const cookie = answer.headers
    .getSetCookie()
    .find((each) => each.startsWith("crc.session="))
    ?.split(";")[0];
  const session: Headers = cookie ? { ...headers, cookie, "x-linked-account": account.tenant.linkedAccountId } : {};
  return { status: answer.status, body: await answer.json(), session };
}

const tokenOf = (answer: { body: { invitation: { url: string } } }) => answer.body.invitation.url.split("#")[1] ?? "";
const invite = (headers = otherAdmin) => call(INVITE, "POST", "/users", { headers, body: { email, role: "admin" } });
const join = (token: string, headers = person) => post(JOIN, { token }, headers);
const switchTo = (account: TestAccount, headers: Headers) =>
  post(SWITCH, { organization_id: account.tenant.organizationId }, headers, account);
const isIn = async (headers: Headers) => (await sessionUser(new Headers(headers)))?.organizationId ?? null;
const listUsers = async (headers: Headers): Promise<{ id: string; email: string; status: string; role: string }[]> =>
  (await call(LIST, "GET", "/users", { headers })).body.users;
const userIn = async (headers: Headers) => (await listUsers(headers)).find((each) => each.email === email);
const patch = (id: string, body: unknown, headers: Headers) =>
  call(PATCH, "PATCH", `/users/${id}`, { headers, body, params: { id } });
const actionsIn = async (headers: Headers) =>
  (await call(getAudit, "GET", "/audit-log?limit=100", { headers })).body.audit_log.map(
    ({ action }: { action: string }) => action,
  );
/** Lets the caches of callers run out, as in another process. */
const waitOut = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_001 });

/** Invites the person into the other organization and accepts. Returns their id and session there. */
async function joined() {
  const invited = await invite();
  const { status, session } = await join(tokenOf(invited));
  expect(status).toBe(200);
  return { id: String(invited.body.user.id), session };
}

describe("an invitation to somebody who has a sign-in", () => {
  it("answers its admin and shows its holder what it does for an unknown address", async () => {
    const known = await invite();
    const stranger = { email: `${newId()}@clinic.example`, role: "admin" };
    const unknown = await call(INVITE, "POST", "/users", { headers: otherAdmin, body: stranger });
    const withoutNames = (body: Record<string, unknown>) => ({ status: 201, keys: Object.keys(body).sort() });
    expect(known.status).toBe(201);
    expect(unknown.status).toBe(201);
    expect(withoutNames(known.body)).toEqual(withoutNames(unknown.body));
    expect({ ...known.body.user, id: 0, email: 0, name: 0, created_at: 0 }).toEqual({
      ...unknown.body.user,
      id: 0,
      email: 0,
      name: 0,
      created_at: 0,
    });
    const shown = await post(SHOW, { token: tokenOf(known) });
    expect(shown.body).toEqual({
      success: true,
      email,
      name: "",
      organization_name: "Test clinic",
      provider: null,
    });
  });

  it("is accepted with the session that the person has, which then is for that organization", async () => {
    const { session } = await joined();
    expect(await isIn(session)).toBe(other.tenant.organizationId);
    expect(await isIn(person)).toBeNull();
    expect(await userIn(otherAdmin)).toMatchObject({ status: "active", role: "admin" });
    expect(await userIn(homeAdmin)).toMatchObject({ status: "active", role: "staff" });
    expect(await actionsIn(otherAdmin)).toEqual(expect.arrayContaining(["organizations:join", "session:start"]));
    expect(await actionsIn(homeAdmin)).toEqual(expect.arrayContaining(["organizations:join", "session:leave"]));
  });

  it("is refused without a session, for another address, twice, and by a link for a forgotten password", async () => {
    const token = tokenOf(await invite());
    expect((await join(token, {})).status).toBe(401);
    expect((await join(token, homeAdmin)).status).toBe(409);
    expect((await join("reset_x")).status).toBe(404);
    expect((await userIn(otherAdmin))?.status).toBe("invited");
    const { session } = await join(token);
    expect((await join(token, session)).status).toBe(404);
    expect((await post(ACCEPT, { token, name: "X", password: PASSWORD })).status).toBe(404);
  });

  it("is refused from another site's page", async () => {
    const token = tokenOf(await invite());
    expect((await join(token, { ...person, origin: "https://evil.example" })).status).toBe(403);
    const id = other.tenant.organizationId;
    expect((await post(SWITCH, { organization_id: id }, { ...person, origin: "https://evil.example" })).status).toBe(
      403,
    );
  });

  it("takes over a user with a password of its own, which opens nothing from then on", async () => {
    const token = tokenOf(await invite());
    await post(ACCEPT, { token, name: "Robin", password: "another horse battery" });
    expect((await findPeople(email)).map(({ organizationId }) => organizationId)).toHaveLength(2);
    const id = String((await userIn(otherAdmin))?.id);
    const link = await call(INVITE_AGAIN, "POST", `/users/${id}/invitation`, { headers: otherAdmin, params: { id } });
    expect((await join(tokenOf(link))).status).toBe(200);
    expect(await checkPassword(email, "another horse battery")).toBeNull();
    expect(await checkPassword(email, PASSWORD)).toMatchObject({ userId: homeId });
  });
});

describe("a person of two organizations", () => {
  it("signs in once, to the organization used last, and switches within the same twelve hours", async () => {
    const { session } = await joined();
    const back = await switchTo(home, session);
    expect(back.status).toBe(200);
    expect(await isIn(back.session)).toBe(home.tenant.organizationId);
    expect(await isIn(session)).toBeNull();
    const [times] = await database.asOwner<{ same: boolean }>(
      "SELECT count(DISTINCT date_trunc('second', started_at)) = 1 AS same FROM app_session WHERE user_id = $1",
      [homeId],
    );
    expect(times?.same).toBe(true);
    expect((await checkPassword(email, PASSWORD))?.opens.organizationId).toBe(home.tenant.organizationId);
  });

  it("sees the users of the present organization alone, and its account alone", async () => {
    const { id, session } = await joined();
    const there = await listUsers(session);
    expect(there.map((each) => each.id)).toContain(id);
    expect(there.map((each) => each.id)).not.toContain(homeId);
    const foreign = { ...session, "x-linked-account": home.tenant.linkedAccountId };
    expect((await call(LIST, "GET", "/users", { headers: foreign })).status).toBe(404);
    const back = (await switchTo(home, session)).session;
    const ahead = { ...back, "x-linked-account": other.tenant.linkedAccountId };
    expect((await call(getMe, "GET", "/me", { headers: ahead })).status).toBe(404);
    expect((await call(getMe, "GET", "/me", { headers: back })).body).toMatchObject({
      user: { id: homeId },
      has_password: true,
      signs_in_elsewhere: false,
    });
  });

  it("cannot switch to an organization in which they are not, whether or not it exists", async () => {
    const { session } = await joined();
    const third = await makeLinkedAccount();
    const refusals = [await switchTo(third, session), await post(SWITCH, { organization_id: newId() }, session)];
    for (const { status, body } of refusals) {
      expect([status, body]).toEqual([404, { success: false, message: "Organization not found" }]);
    }
    expect((await switchTo(other, homeAdmin)).status).toBe(404);
    expect((await switchTo(other, {})).status).toBe(401);
  });

  it("leaves no trace of the other organization in what its admins can read", async () => {
    const { session } = await joined();
    await switchTo(home, session);
    const rows = async (headers: Headers) =>
      JSON.stringify([
        await listUsers(headers),
        (await call(getAudit, "GET", "/audit-log?limit=100", { headers })).body,
      ]);
    for (const [admin, foreign, foreignId] of [
      [homeAdmin, other.tenant, (await userIn(otherAdmin))?.id],
      [otherAdmin, home.tenant, homeId],
    ] as const) {
      const read = await rows(admin);
      expect(read).not.toContain(foreign.organizationId);
      expect(read).not.toContain(foreign.linkedAccountId);
      expect(read).not.toContain(String(foreignId));
    }
  });

  it("is deactivated in one organization alone, with the sessions there, even at home", async () => {
    const { session } = await joined();
    const elsewhere = await sessionOf(other);
    const atHome = (await switchTo(home, elsewhere)).session;
    expect((await patch(homeId, { active: false }, homeAdmin)).status).toBe(200);
    expect(await isIn(atHome)).toBeNull();
    expect(await isIn(session)).toBe(other.tenant.organizationId);
    expect((await switchTo(home, session)).status).toBe(404);
    const again = await checkPassword(email, PASSWORD);
    expect(again?.opens.organizationId).toBe(other.tenant.organizationId);
    expect((await patch(homeId, { active: true }, homeAdmin)).status).toBe(200);
    expect((await switchTo(home, session)).status).toBe(200);
  });

  it("has a role of its own in each, and a change of it ends the sessions of that organization alone", async () => {
    const { id, session } = await joined();
    const elsewhere = await sessionOf(other);
    const atHome = (await switchTo(home, elsewhere)).session;
    expect((await call(LIST, "GET", "/users", { headers: atHome })).status).toBe(403);
    expect((await patch(id, { role: "staff" }, otherAdmin)).status).toBe(200);
    expect(await isIn(session)).toBeNull();
    expect(await isIn(atHome)).toBe(home.tenant.organizationId);
  });

  it("can no longer sign in after the last organization has deactivated them", async () => {
    const { id } = await joined();
    await patch(homeId, { active: false }, homeAdmin);
    await patch(id, { active: false }, otherAdmin);
    expect(await checkPassword(email, PASSWORD)).toBeNull();
  });

  it("keeps password and second factor from the admins of both", async () => {
    const { id } = await joined();
    for (const [user, headers] of [
      [homeId, homeAdmin],
      [id, otherAdmin],
    ] as const) {
      const params = { id: user };
      const link = await call(INVITE_AGAIN, "POST", `/users/${user}/invitation`, { headers, params });
      const factor = await call(RESET_FACTOR, "DELETE", `/users/${user}/second-factor`, { headers, params });
      for (const { status, body } of [link, factor]) {
        expect([status, body.message]).toEqual([409, expect.stringContaining("several organizations: only they can")]);
      }
    }
  });

  it("is not entered by a link that an admin has made before", async () => {
    const params = { id: homeId };
    const link = await call(INVITE_AGAIN, "POST", `/users/${homeId}/invitation`, { headers: homeAdmin, params });
    await joined();
    expect((await post(ACCEPT, { token: tokenOf(link), name: "X", password: PASSWORD })).status).toBe(404);
  });

  it("changes the password at home, which ends the sessions in the other organizations", async () => {
    const { session } = await joined();
    const kept = (await switchTo(home, await sessionOf(other))).session;
    const body = { current_password: PASSWORD, new_password: "another horse battery" };
    const refused = await call(CHANGE_PASSWORD, "PUT", "/me/password", { headers: session, body });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("first organization")]);
    expect((await call(CHANGE_PASSWORD, "PUT", "/me/password", { headers: kept, body })).status).toBe(200);
    waitOut();
    expect(await isIn(kept)).toBe(home.tenant.organizationId);
    expect(await isIn(session)).toBeNull();
  });

  it("needs a second factor to switch to an organization that requires one", async () => {
    const { session } = await joined();
    const back = (await switchTo(home, session)).session;
    const rules = { headers: otherAdmin, body: { second_factor_required: true } };
    expect((await call(RULES, "PUT", "/organizations/sign-in", rules)).status).toBe(200);
    const refused = await switchTo(other, back);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("Set one up")]);
    expect(await isIn(back)).toBe(home.tenant.organizationId);
    const { organizationId } = home.tenant;
    const app = { kind: "totp" as const, name: "Phone", secret: await seal("JBSWY3DPEHPK3PXP"), lastStep: 0 };
    const later = new Date(Date.now() + 2_000);
    await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx.insert(secondFactor).values({ id: newId(), organizationId, userId: homeId, createdAt: later, ...app }),
    );
    // This session began by the password alone.
    expect((await switchTo(other, back)).status).toBe(403);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 4_000 });
    const proven = await sessionOf(home);
    expect((await switchTo(other, proven)).status).toBe(200);
  });

  it("counts as an admin who can sign in, so that the others may leave", async () => {
    const { session } = await joined();
    const [first] = (await listUsers(otherAdmin)).filter((each) => each.email !== email);
    expect((await patch(String(first?.id), { active: false }, session)).status).toBe(200);
  });
});

it("a deactivation revokes the person's MCP tokens for good", async () => {
  const token = { name: "Helper", user_id: homeId, reads: ["patients:read"], valid_days: 10 };
  const made = await call(makeToken, "POST", "/mcp-tokens", { headers: homeAdmin, body: token });
  expect(made.status).toBe(201);
  await patch(homeId, { active: false }, homeAdmin);
  await patch(homeId, { active: true }, homeAdmin);
  const rows = await database.asOwner<{ revoked: boolean }>(
    "SELECT revoked_at IS NOT NULL AS revoked FROM mcp_token WHERE user_id = $1",
    [homeId],
  );
  expect(rows).toEqual([{ revoked: true }]);
});

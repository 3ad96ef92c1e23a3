import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/accept/route.ts";
import { POST as SHOW } from "#app/api/invitation/route.ts";
import { GET as getLocations } from "#app/v1/locations/route.ts";
import { POST as INVITE } from "#app/v1/users/[id]/invitation/route.ts";
import { PATCH } from "#app/v1/users/[id]/route.ts";
import { GET as LIST, POST } from "#app/v1/users/route.ts";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { checkPassword } from "#lib/sign-in/sign-in";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const PASSWORD = "correct horse battery";
let clinic: TestAccount;
let admin: Record<string, string>;
let email: string;

afterEach(async () => expect(await directoryProblems(database)).toEqual([]));

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  email = `${newId()}@clinic.example`;
  return () => vi.useRealTimers();
});

interface Person {
  id: string;
  email: string;
  name: string;
  role: string;
  status: string;
}

const list = async (headers = admin): Promise<Person[]> => (await call(LIST, "GET", "/users", { headers })).body.users;
const invite = (body: unknown = { email, role: "staff" }) => call(POST, "POST", "/users", { headers: admin, body });
const patch = (id: string, body: unknown, headers = admin) =>
  call(PATCH, "PATCH", `/users/${id}`, { headers, body, params: { id } });
const again = (id: string) => call(INVITE, "POST", `/users/${id}/invitation`, { headers: admin, params: { id } });
const tokenOf = (answer: { body: { invitation: { url: string } } }) => answer.body.invitation.url.split("#")[1] ?? "";

/** Sends a request as the page of an invitation link does. */
async function post(
  handler: (request: Request) => Promise<Response>,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await handler(
    new Request("http://127.0.0.1:3000/api/invitation", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: "http://127.0.0.1:3000",
        host: "127.0.0.1:3000",
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  return { status: answer.status, body: await answer.json() };
}
const accept = (token: string, change: Record<string, unknown> = {}) =>
  post(ACCEPT, { token, name: "Robin Lee", password: PASSWORD, ...change });
/** Returns the id of the user whose session these headers carry. */
const personOf = async (headers: Record<string, string>) => {
  const [row] = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM app_user WHERE organization_id = $1 ORDER BY created_at",
    [clinic.tenant.organizationId],
  );
  if (headers !== admin || !row) throw new Error("The admin was made first");
  return row.id;
};
const asks = async (headers: Record<string, string>) =>
  (await call(getLocations, "GET", "/locations", { headers })).status;
const waitOut = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_001 });

describe("an invitation", () => {
  it("answers once with a link whose secret is stored hashed; nobody can sign in before it is used", async () => {
    const answer = await invite({ email: ` ${email.toUpperCase()} `, role: "admin" });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toEqual({
      last_signed_in_at: null,
      second_factor: false,
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      email,
      name: email,
      role: "admin",
      status: "invited",
      created_at: expect.any(String),
    });
    expect(answer.body.invitation.url).toMatch(/\/invitation#invitation_.{43}$/);
    const days = (Date.parse(answer.body.invitation.expires_at) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    const rows = await database.asOwner<{ row: string }>(
      "SELECT to_jsonb(u)::text AS row FROM app_user u WHERE email = $1",
      [email],
    );
    expect(rows[0]?.row).not.toContain(tokenOf(answer));
    expect(await checkPassword(email, "")).toBeNull();
    expect(await checkPassword(email, tokenOf(answer))).toBeNull();
  });

  it("lets the person choose a password once", async () => {
    const token = tokenOf(await invite());
    expect(await post(SHOW, { token })).toEqual({
      status: 200,
      body: { success: true, email, name: "", organization_name: "Test clinic", provider: null },
    });
    const answers = await Promise.all([accept(token), accept(token, { password: "another horse battery" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const [done] = answers.filter(({ status }) => status === 200);
    expect(done?.body).toEqual({ success: true, email });
    const chosen = answers[0]?.status === 200 ? PASSWORD : "another horse battery";
    expect(await checkPassword(email, chosen)).toMatchObject({ organizationId: clinic.tenant.organizationId });
    expect((await list()).at(-1)).toMatchObject({ email, name: "Robin Lee", status: "active" });
    const gone = "This link no longer works: it was used, replaced or has expired";
    expect(await post(SHOW, { token })).toEqual({ status: 404, body: { success: false, message: gone } });
    const entries = await database.asOwner(
      "SELECT actor ->> 'name' AS name, route, status FROM audit_log WHERE action = 'password:choose' AND organization_id = $1",
      [clinic.tenant.organizationId],
    );
    expect(entries).toEqual([{ name: "Robin Lee", route: "POST /api/invitation/accept", status: 200 }]);
  });

  it("expires after 7 days, with a newer invitation, and with the person's deactivation", async () => {
    const first = await invite();
    const { id } = first.body.user;
    const second = await again(id);
    expect(second.status).toBe(201);
    expect((await accept(tokenOf(first))).status).toBe(404);
    await patch(id, { active: false });
    expect((await accept(tokenOf(second))).status).toBe(404);
    const refused = await again(id);
    expect([refused.status, refused.body.message]).toEqual([409, "This person is deactivated; nothing was saved"]);
    await patch(id, { active: true });
    expect((await accept(tokenOf(second))).status).toBe(404);
    const third = await again(id);
    await database.asOwner("UPDATE app_user SET invitation_expires_at = now() - interval '1 s' WHERE email = $1", [
      email,
    ]);
    expect((await accept(tokenOf(third))).status).toBe(404);
    expect((await list()).at(-1)).toMatchObject({ email, status: "invited" });
  });

  it("of a person with a password ends the person's sessions when a new one is chosen", async () => {
    const staff = await signIn(clinic, "staff");
    const person = (await list()).at(-1);
    expect(await asks(staff)).toBe(200);
    const token = tokenOf(await again(person?.id ?? ""));
    expect(await asks(staff)).toBe(200);
    expect((await accept(token)).status).toBe(200);
    waitOut();
    expect(await asks(staff)).toBe(401);
    expect(await checkPassword(person?.email ?? "", PASSWORD)).not.toBeNull();
  });

  it.each([
    [{ password: "short" }, "password must have at least 12 characters"],
    [{ name: " " }, "name must be a non-empty string"],
    [{ name: undefined }, "Missing required field: name"],
  ])("refuses %o", async (change, message) => {
    const token = tokenOf(await invite());
    expect(await accept(token, change)).toMatchObject({ status: 400, body: { success: false, message } });
    expect((await accept(token)).status).toBe(200);
  });

  it("can be used only by the console's own page, and refuses unknown tokens", async () => {
    const token = tokenOf(await invite());
    expect(
      (await post(ACCEPT, { token, name: "X", password: PASSWORD }, { origin: "https://evil.example" })).status,
    ).toBe(403);
    for (const wrong of ["", "invitation_x", "\0", `${token}x`])
      expect((await accept(wrong)).status).toBeOneOf([400, 404]);
  });

  it.each([
    [{}, "Missing required field: email; Missing required field: role (must be one of admin, staff)"],
    [{ email: "robin", role: "staff" }, "email must be an email address"],
    [{ email: "robin@clinic.example", role: "owner" }, "role must be one of admin, staff"],
  ])("refuses %o", async (body, message) => {
    const answer = await invite(body);
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
    expect(await list()).toHaveLength(1);
  });

  it("refuses an address that already has access here", async () => {
    await invite();
    const answer = await invite({ email: email.toUpperCase(), role: "staff" });
    expect([answer.status, answer.body.message]).toEqual([409, `${email} already has access or is invited`]);
  });
});

/** Returns a value as text without the parts that differ between any two invitations: ids, tokens and timestamps. */
const withoutChance = (value: unknown) =>
  JSON.stringify(value).replaceAll(/invitation_[\w-]{43}|[0-9a-f]{32}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…");

describe("an address that another organization uses as well", () => {
  const OTHERS = "their own long password";
  let theirs: TestAccount;
  /** Performs every action that an admin has on an invitation. Returns the responses. */
  async function invitationResponses(address: string) {
    const invited = await invite({ email: address, role: "admin" });
    const headers = [...invited.headers].filter(([name]) => !name.startsWith("ratelimit-"));
    const listed = (await list()).filter((person) => person.email === address);
    const token = tokenOf(invited);
    const shown = await post(SHOW, { token });
    const accepted = await accept(token);
    const person = await checkPassword(address, PASSWORD);
    const after = (await list()).filter((each) => each.email === address);
    const renamed = await patch(invited.body.user.id, { name: "Sam" });
    const anew = await again(invited.body.user.id);
    const twice = await invite({ email: address, role: "admin" });
    return withoutChance([
      [invited.status, invited.body, headers, listed, shown, accepted, after],
      [person?.organizationId === clinic.tenant.organizationId, renamed.status, renamed.body],
      [anew.status, anew.body, twice.status, twice.body],
    ]).replaceAll(address, "address");
  }

  beforeEach(async () => {
    theirs = await makeLinkedAccount();
    const headers = await signIn(theirs, "admin");
    const answer = await call(POST, "POST", "/users", { headers, body: { email, role: "staff" } });
    expect((await accept(tokenOf(answer), { password: OTHERS })).status).toBe(200);
  });

  it("is invited, listed, and given a password like any other: no response reveals the other organization", async () => {
    const known = await invitationResponses(email);
    expect(known).toContain('201,{"success":true,"message":"Person invited"');
    expect(known).toBe(await invitationResponses(`${newId()}@clinic.example`));
  });

  it("keeps its account there: its password works there, and neither password works for the other", async () => {
    await accept(tokenOf(await invite()));
    const [mine, others] = [await checkPassword(email, PASSWORD), await checkPassword(email, OTHERS)];
    expect(mine?.organizationId).toBe(clinic.tenant.organizationId);
    expect(others?.organizationId).toBe(theirs.tenant.organizationId);
    expect(mine?.userId).not.toBe(others?.userId);
    const { id = "" } = (await list()).find((person) => person.email === email) ?? {};
    await patch(id, { active: false });
    expect(await checkPassword(email, PASSWORD)).toBeNull();
    expect((await checkPassword(email, OTHERS))?.organizationId).toBe(theirs.tenant.organizationId);
  });

  it("with one password in both organizations signs in to the first one joined", async () => {
    await accept(tokenOf(await invite()), { password: OTHERS });
    expect((await checkPassword(email, OTHERS))?.organizationId).toBe(theirs.tenant.organizationId);
  });
});

describe("a person", () => {
  it("is signed out within 5 seconds of a change of role, and gets the new role's permissions", async () => {
    const staff = await signIn(clinic, "staff");
    const { id = "" } = (await list()).at(-1) ?? {};
    expect(await asks(staff)).toBe(200);
    const { status, body } = await patch(id, { role: "admin" });
    expect([status, body.user]).toMatchObject([200, { role: "admin", status: "active" }]);
    waitOut();
    expect(await asks(staff)).toBe(401);
  });

  it("is signed out within 5 seconds of a deactivation, also after a reactivation", async () => {
    const staff = await signIn(clinic, "staff");
    const { id = "" } = (await list()).at(-1) ?? {};
    expect(await asks(staff)).toBe(200);
    expect((await patch(id, { active: false })).body.user.status).toBe("deactivated");
    waitOut();
    expect(await asks(staff)).toBe(401);
    expect((await patch(id, { active: true })).body.user.status).toBe("active");
    vi.setSystemTime(Date.now() + 5_001);
    expect(await asks(staff)).toBe(401);
  });

  it("stays signed in after a rename or a change without effect", async () => {
    const staff = await signIn(clinic, "staff");
    const { id = "" } = (await list()).at(-1) ?? {};
    expect((await patch(id, { name: "Sam", role: "staff", active: true })).body.user.name).toBe("Sam");
    waitOut();
    expect(await asks(staff)).toBe(200);
  });

  it("cannot deactivate themselves or change their own role", async () => {
    await signIn(clinic, "admin");
    const own = await personOf(admin);
    for (const [body, message] of [
      [{ active: false }, "You cannot deactivate yourself; nothing was saved"],
      [{ role: "staff" }, "You cannot change your own role; nothing was saved"],
    ] as const) {
      const answer = await patch(own, body);
      expect([answer.status, answer.body]).toEqual([409, { success: false, message }]);
    }
    expect((await patch(own, { name: "Ada" })).status).toBe(200);
  });

  it("remains admin as the last one, even against an admin whose role was just removed", async () => {
    const second = await signIn(clinic, "admin");
    const first = await personOf(admin);
    expect(await asks(second)).toBe(200);
    await database.asOwner("UPDATE app_user SET role = 'staff' WHERE organization_id = $1 AND id <> $2", [
      clinic.tenant.organizationId,
      first,
    ]);
    const message = "Not allowed: your role has just been changed; nothing was saved";
    for (const body of [{ role: "staff" }, { active: false }]) {
      const answer = await patch(first, body, second);
      expect([answer.status, answer.body]).toEqual([403, { success: false, message }]);
    }
  });

  it("is active and counts as an admin when signing in only through the provider", async () => {
    const own = await personOf(admin);
    await signIn(clinic, "admin");
    await database.asOwner(
      "UPDATE app_user SET password_hash = NULL, identity_issuer = 'https://id.example', identity_subject = id::text WHERE id = $1",
      [own],
    );
    const [first, second] = await list();
    expect(first).toMatchObject({ id: own, status: "active" });
    expect((await patch(second?.id ?? "", { role: "staff" })).status).toBe(409);
    const provide = (OIDC_ISSUER: string) => {
      Object.assign(process.env, { OIDC_ISSUER, OIDC_CLIENT_ID: OIDC_ISSUER, OIDC_CLIENT_SECRET: OIDC_ISSUER });
      forgetSingleton("environment");
    };
    provide("https://id.example");
    expect((await patch(second?.id ?? "", { role: "staff" })).status).toBe(200);
    provide("");
    await database.asOwner("UPDATE app_user SET identity_issuer = NULL, identity_subject = NULL WHERE id = $1", [own]);
  });

  it("remains an admin when two admins remove each other's role at once", async () => {
    const second = await signIn(clinic, "admin");
    const [a, b] = (await list()).map(({ id }) => id);
    const answers = await Promise.all([patch(b ?? "", { role: "staff" }), patch(a ?? "", { role: "staff" }, second)]);
    const [made, refused] = answers.map(({ status }) => status).sort();
    // Refused as the last admin or, if the other request finished first, as no longer an admin.
    expect([made, [401, 403, 409].includes(refused ?? 0)]).toEqual([200, true]);
    const admins = await database.asOwner("SELECT FROM app_user WHERE organization_id = $1 AND role = 'admin'", [
      clinic.tenant.organizationId,
    ]);
    expect(admins).toHaveLength(1);
  });

  it.each([
    [{}, "Send at least one of name, role, active"],
    [{ role: "owner" }, "role must be one of admin, staff"],
    [{ active: 1 }, "active must be true or false"],
  ])("cannot be changed by %o", async (body, message) => {
    const answer = await patch(await personOf(admin), body);
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
  });
});

it("API clients and staff cannot manage users", async () => {
  for (const headers of [clinic.headers, await signIn(clinic, "staff")]) {
    const answer = await call(LIST, "GET", "/users", { headers });
    expect([answer.status, answer.body.message]).toEqual([403, "Not allowed: this needs the permission users:read"]);
  }
});

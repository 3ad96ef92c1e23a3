import { eq } from "drizzle-orm";
import { generateSync } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as CODES } from "#app/v1/me/recovery-codes/route.ts";
import { GET } from "#app/v1/me/route.ts";
import { POST as CONFIRM } from "#app/v1/me/second-factor/confirmation/route.ts";
import { POST as BEGIN } from "#app/v1/me/second-factor/enrolments/route.ts";
import { DELETE as REMOVE, PATCH as RENAME } from "#app/v1/me/second-factors/[id]/route.ts";
import { POST as ADD } from "#app/v1/me/second-factors/route.ts";
import { PUT as SET_RULES } from "#app/v1/organizations/sign-in/route.ts";
import { DELETE as RESET } from "#app/v1/users/[id]/second-factor/route.ts";
import { GET as USERS } from "#app/v1/users/route.ts";
import { appUser } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { hashPassword } from "#lib/sign-in/password";
import { SIGN_IN_LIMITS } from "#lib/sign-in/sign-in-throttle";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const PASSWORD = "correct horse battery";

let clinic: TestAccount;
let headers: Record<string, string>;
let admin: Record<string, string>;
let userId: string;

const me = async () => (await call(GET, "GET", "/me", { headers })).body;
const factors = async () => (await me()).second_factor;
const confirm = (proof: { code?: string } = {}, current_password = PASSWORD) =>
  call(CONFIRM, "POST", "/me/second-factor/confirmation", { headers, body: { current_password, ...proof } });
const begin = (confirmation: string) =>
  call(BEGIN, "POST", "/me/second-factor/enrolments", { headers, body: { confirmation, kind: "totp" } });
const add = (body: Record<string, string>) => call(ADD, "POST", "/me/second-factors", { headers, body });
const remove = (id: string, confirmation: string) =>
  call(REMOVE, "DELETE", `/me/second-factors/${id}`, { headers, params: { id }, body: { confirmation } });
const codes = (confirmation: string) => call(CODES, "POST", "/me/recovery-codes", { headers, body: { confirmation } });
const reset = (id: string, of = admin) =>
  call(RESET, "DELETE", `/users/${id}/second-factor`, { headers: of, params: { id }, body: {} });
const requireFactor = (second_factor_required: boolean, of = admin) =>
  call(SET_RULES, "PUT", "/organizations/sign-in", { headers: of, body: { second_factor_required } });

const codeOf = (secret: string, later = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + later * 30 });

/** Adds an authenticator app. Returns its id and secret, the code that added it, and the recovery codes. */
async function addApp() {
  const { confirmation } = (await confirm()).body;
  const { enrolment, totp } = (await begin(confirmation)).body;
  const code = codeOf(totp.secret);
  const { status, body } = await add({ enrolment, code });
  expect(status).toBe(201);
  const { id } = body.second_factor as { id: string };
  return { id, secret: totp.secret as string, code, codes: body.recovery_codes as string[] };
}

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  headers = await signIn(clinic, "staff");
  admin = await signIn(clinic, "admin");
  userId = (await me()).user.id;
  const passwordHash = await hashPassword(PASSWORD);
  await withTenant({ ...clinic.tenant, linkedAccountId: null }, (tx) =>
    tx.update(appUser).set({ passwordHash }).where(eq(appUser.id, userId)),
  );
});

describe("a person's own second factor", () => {
  it("gets another name, which nobody else can give it", async () => {
    const { id } = await addApp();
    const rename = (name: unknown, by = headers) =>
      call(RENAME, "PATCH", `/me/second-factors/${id}`, { headers: by, params: { id }, body: { name } });
    expect((await rename("  Phone  ")).body.second_factor).toMatchObject({ id, name: "Phone" });
    expect((await factors()).factors).toMatchObject([{ name: "Phone" }]);
    expect((await rename("Mine", admin)).status).toBe(404);
    expect((await rename(" ")).body.errors).toMatchObject([{ field: "name" }]);
    expect((await factors()).factors).toMatchObject([{ name: "Phone" }]);
  });

  it("is added after the password alone if it is the first, with ten recovery codes", async () => {
    expect(await factors()).toMatchObject({ required: false, factors: [], recovery_codes_left: 0 });
    const { id, codes: made } = await addApp();
    expect(made).toHaveLength(10);
    expect(await factors()).toMatchObject({
      factors: [{ id, kind: "totp", name: "Authenticator app", last_used_at: null }],
      recovery_codes_left: 10,
    });
    expect((await me()).user.second_factor).toBe(true);
  });

  it("is changed by nobody without the password, nor without it once there is one", async () => {
    expect(await confirm({}, "not my password")).toMatchObject({ status: 400 });
    expect(await begin("none")).toMatchObject({
      status: 400,
      body: { errors: [{ field: "confirmation", message: "has ended" }] },
    });
    const { id, secret, code } = await addApp();
    expect(await confirm()).toMatchObject({ status: 400, body: { message: "code is required" } });
    expect(await confirm({ code })).toMatchObject({ status: 400 });
    const { confirmation } = (await confirm({ code: codeOf(secret, 1) })).body;
    expect((await remove(id, confirmation)).status).toBe(200);
    expect(await factors()).toMatchObject({ factors: [], recovery_codes_left: 0 });
  });

  it("is confirmed in one session alone", async () => {
    const { confirmation } = (await confirm()).body;
    headers = await signIn(clinic, "staff");
    expect(await begin(confirmation)).toMatchObject({ status: 400 });
  });

  it("is one authenticator app at most, and its first code must fit", async () => {
    const { secret } = await addApp();
    const { confirmation } = (await confirm({ code: codeOf(secret, 1) })).body;
    const { enrolment, totp } = (await begin(confirmation)).body;
    expect(await add({ enrolment, code: codeOf(totp.secret, 40) })).toMatchObject({
      status: 400,
      body: { message: "code is not what the app shows now" },
    });
    expect(await add({ enrolment, code: codeOf(totp.secret) })).toMatchObject({ status: 409 });
  });

  it("has new recovery codes in place of the old ones, each of which works once", async () => {
    const { codes: old } = await addApp();
    const { confirmation } = (await confirm({ code: old[0] ?? "" })).body;
    const made = (await codes(confirmation)).body.recovery_codes as string[];
    expect(await confirm({ code: old[1] ?? "" })).toMatchObject({ status: 400 });
    expect((await confirm({ code: made[0] ?? "" })).status).toBe(200);
    expect(await confirm({ code: made[0] ?? "" })).toMatchObject({ status: 400 });
  });

  it("can be guessed ten times at most", async () => {
    await addApp();
    for (let guess = 0; guess < SIGN_IN_LIMITS.device.atOnce; guess++) {
      expect((await confirm({ code: "000000" })).status).toBe(400);
    }
    const refused = await confirm({ code: "000000" });
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  });

  it("is refused to a person who signs in through the provider alone", async () => {
    await database.asOwner("UPDATE app_user SET password_hash = NULL WHERE id = $1", [userId]);
    expect((await confirm()).status).toBe(409);
  });

  it("stays while the organization requires it", async () => {
    const { id, secret } = await addApp();
    expect((await requireFactor(true, headers)).status).toBe(403);
    expect((await requireFactor(true)).status).toBe(200);
    const { confirmation } = (await confirm({ code: codeOf(secret, 1) })).body;
    expect(await remove(id, confirmation)).toMatchObject({ status: 409 });
    expect(await factors()).toMatchObject({ required: true, factors: [{ id }], recovery_codes_left: 10 });
  });
});

describe("an admin", () => {
  it("removes a person's second factor, which ends their sessions, with an audit entry", async () => {
    await addApp();
    expect((await reset(userId, headers)).status).toBe(403);
    expect(await reset(userId)).toMatchObject({ status: 200, body: { user: { id: userId, second_factor: false } } });
    expect((await call(GET, "GET", "/me", { headers })).status).toBe(401);
    expect(await reset(userId)).toMatchObject({ status: 409 });
    for (const table of ["second_factor", "recovery_code", "second_factor_challenge"]) {
      expect(await database.asOwner(`SELECT 1 FROM ${table} WHERE user_id = $1`, [userId])).toEqual([]);
    }
    const entries = await database.asOwner(
      "SELECT route, resource, detail FROM audit_log WHERE organization_id = $1 AND action = 'users:update' AND status = 200",
      [clinic.tenant.organizationId],
    );
    expect(entries).toEqual([
      { route: "DELETE /users/{id}/second-factor", resource: userId, detail: { record: "Pat" } },
    ]);
  });

  it("neither removes their own this way nor another organization's", async () => {
    const own = (await call(GET, "GET", "/me", { headers: admin })).body.user.id;
    expect(await reset(own)).toMatchObject({ status: 409 });
    const stranger = await signIn(await makeLinkedAccount(), "admin");
    expect((await reset(userId, stranger)).status).toBe(404);
  });

  it("sees who has one", async () => {
    await addApp();
    const { users } = (await call(USERS, "GET", "/users", { headers: admin })).body;
    const having = users.filter((user: { second_factor: boolean }) => user.second_factor);
    expect(having.map(({ id }: { id: string }) => id)).toEqual([userId]);
  });
});

import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PUT as CHANGE } from "#app/v1/me/password/route.ts";
import { GET } from "#app/v1/me/route.ts";
import { DELETE as END } from "#app/v1/me/sessions/[id]/route.ts";
import { DELETE as END_OTHERS } from "#app/v1/me/sessions/route.ts";
import { appUser } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { findPeople } from "#lib/sign-in/find-person";
import { hashPassword } from "#lib/sign-in/password";
import { checkPassword } from "#lib/sign-in/sign-in";
import { SIGN_IN_LIMITS } from "#lib/sign-in/sign-in-throttle";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn, signInAgain } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const PASSWORD = "correct horse battery";
const NEW = "another horse battery";

let clinic: TestAccount;
let headers: Record<string, string>;
let email: string;

const me = (of = headers) => call(GET, "GET", "/me", { headers: of });
const change = (current_password: string, new_password = NEW) =>
  call(CHANGE, "PUT", "/me/password", { headers, body: { current_password, new_password } });
const end = (id: string, of = headers) =>
  call(END, "DELETE", `/me/sessions/${id}`, { headers: of, params: { id }, body: {} });

/** Signs the same person in on another device. */
async function onAnotherDevice(): Promise<Record<string, string>> {
  const [person] = await findPeople(email);
  if (!person) throw new Error("The person was made before");
  return signInAgain(clinic.tenant, person, "Mozilla/5.0 (iPad; CPU OS 19_0) Version/19.0 Safari/604.1");
}

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  headers = await signIn(clinic, "staff");
  const { user } = (await me()).body;
  email = user.email;
  const passwordHash = await hashPassword(PASSWORD);
  await withTenant({ ...clinic.tenant, linkedAccountId: null }, (tx) =>
    tx.update(appUser).set({ passwordHash }).where(eq(appUser.id, user.id)),
  );
  return () => vi.useRealTimers();
});

describe("the signed-in person", () => {
  it("sees their sessions with device and time, the present one marked", async () => {
    await onAnotherDevice();
    const { status, body } = await me();
    expect(status).toBe(200);
    expect(body).toMatchObject({ user: { role: "staff", last_signed_in_at: expect.any(String) }, has_password: true });
    expect(body.sessions.map(({ device, current }: { device: string; current: boolean }) => [device, current])).toEqual(
      [
        ["Safari on iPad", false],
        ["Unknown browser", true],
      ],
    );
  });

  it("sees no session that has expired or whose browser is idle for longer than the console allows", async () => {
    await onAnotherDevice();
    await database.asOwner("UPDATE app_session SET seen_at = now() - interval '18 minutes' WHERE device LIKE '%iPad'");
    expect((await me()).body.sessions).toMatchObject([{ current: true }]);
  });

  it("signs out another device, and nobody else's", async () => {
    const tablet = await onAnotherDevice();
    const colleague = await signIn(clinic, "admin");
    const [theirs] = (await me(colleague)).body.sessions;
    expect((await end(theirs.id)).status).toBe(404);
    const { id } = (await me(tablet)).body.sessions.find(({ current }: { current: boolean }) => current);
    expect((await end(id)).status).toBe(200);
    expect((await me(tablet)).status).toBe(401);
    expect((await me()).status).toBe(200);
    expect((await me(colleague)).status).toBe(200);
    expect((await end(id)).status).toBe(404);
  });

  it("signs out all other devices", async () => {
    const tablet = await onAnotherDevice();
    expect((await call(END_OTHERS, "DELETE", "/me/sessions", { headers, body: {} })).status).toBe(200);
    expect((await me(tablet)).status).toBe(401);
    expect((await me()).body.sessions).toMatchObject([{ current: true }]);
  });

  it("is never an API client", async () => {
    expect((await me(clinic.headers)).status).toBe(403);
  });
});

describe("a new password", () => {
  it("replaces the old one, ends the other sessions and keeps this one, with an audit entry", async () => {
    const tablet = await onAnotherDevice();
    expect(await change(PASSWORD)).toMatchObject({ status: 200, body: { message: "Password changed" } });
    expect(await checkPassword(email, PASSWORD)).toBeNull();
    expect(await checkPassword(email, NEW)).not.toBeNull();
    expect((await me(tablet)).status).toBe(401);
    expect((await me()).status).toBe(200);
    const entries = await database.asOwner<{ route: string }>(
      "SELECT route FROM audit_log WHERE organization_id = $1 AND action = 'own-account:update'",
      [clinic.tenant.organizationId],
    );
    expect(entries).toEqual([{ route: "PUT /me/password" }]);
  });

  it("needs the current one, which can be guessed ten times at most", async () => {
    for (let guess = 0; guess < SIGN_IN_LIMITS.device.atOnce; guess++) {
      expect(await change("a wrong password")).toMatchObject({
        status: 400,
        body: { message: "current_password is not your password" },
      });
    }
    const refused = await change(PASSWORD);
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect(await checkPassword(email, PASSWORD)).not.toBeNull();
  });

  it("has at least 12 characters", async () => {
    expect(await change(PASSWORD, "short")).toMatchObject({
      status: 400,
      body: { message: "new_password must have at least 12 characters" },
    });
  });

  it("is refused to a person who signs in through the provider alone", async () => {
    await database.asOwner("UPDATE app_user SET password_hash = NULL WHERE email = $1", [email]);
    expect((await me()).body.has_password).toBe(false);
    expect((await change(PASSWORD)).status).toBe(409);
  });

  it("voids an open link for choosing a password", async () => {
    await database.asOwner(
      "UPDATE app_user SET invitation_hash = 'x', invitation_expires_at = now() + interval '1 day' WHERE email = $1",
      [email],
    );
    await change(PASSWORD);
    const [row] = await database.asOwner("SELECT invitation_hash FROM app_user WHERE email = $1", [email]);
    expect(row).toEqual({ invitation_hash: null });
  });
});

import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { POST as CHOOSE } from "#app/api/invitation/choose/route.ts";
import { POST as JOIN } from "#app/api/invitation/join/route.ts";
import { toUser } from "#lib/administration/users/queries";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { flushAudit } from "#lib/security/audit/audit-log";
import { ADA, CONSOLE, clinicWithProvider, expectRefused } from "#lib/testing/clinic-with-provider";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { addPeople, changePerson } from "#lib/testing/people";
import { expectChoice, SignInBrowser } from "#lib/testing/sign-in-browser";
import { acceptInvitation } from "./accept-invitation.ts";
import { newInvitation } from "./invitation.ts";
import { hashPassword } from "./password.ts";

const clinic = clinicWithProvider();
const tenant = () => ({ organizationId: clinic.organizationId(), linkedAccountId: null });

/** Changes the claims of the provider's id tokens. */
const setClaims = (changed: Record<string, unknown>) =>
  clinic.provider().change((_token, claims, sign) => sign({ ...claims, ...changed }));

/** Signs in. Returns the address of the page after it; null if refused. */
async function comes(): Promise<string | null> {
  const browser = new SignInBrowser(CONSOLE);
  const answer = await browser.signIn("somebody");
  if (browser.console.kept.has("crc.session")) return answer.headers.get("location");
  expectRefused(browser, answer, "unknown");
  return null;
}

const IN = `${CONSOLE}/`;
const VERIFIED = { email: ADA, email_verified: true };

const ada = async () => {
  const [row] = await readTenant(tenant(), (tx) => tx.select().from(appUser).where(eq(appUser.id, clinic.userId)));
  if (!row) throw new Error("Ada is gone");
  return row;
};
const change = (to: Parameters<typeof changePerson>[2]) => changePerson(clinic.organizationId(), clinic.userId, to);

it("recognizes a person by the provider's subject after a change of address", async () => {
  expect(toUser(await ada(), false).status).toBe("invited");
  setClaims({ sub: "7", ...VERIFIED });
  expect(await comes()).toBe(IN);
  expect(await ada()).toMatchObject({ identityIssuer: clinic.provider().issuer, identitySubject: "7" });
  expect(toUser(await ada(), false).status).toBe("active");
  setClaims({ sub: "7", email: "ada.king@clinic.example", email_verified: false });
  expect(await comes()).toBe(IN);
});

it("refuses a new subject with an address that is already bound", async () => {
  setClaims({ sub: "7", ...VERIFIED });
  await comes();
  setClaims({ sub: "8", ...VERIFIED });
  expect(await comes()).toBeNull();
  expect((await ada()).identitySubject).toBe("7");
});

it("refuses a deactivated person, even with an active person's address", async () => {
  setClaims({ sub: "7", ...VERIFIED });
  await comes();
  await change({ deactivatedAt: new Date() });
  expect(await comes()).toBeNull();
  setClaims({ sub: "7", email: "kate@clinic.example", email_verified: true });
  expect(await comes()).toBeNull();
  await change({ deactivatedAt: null });
  expect(await comes()).toBe(IN);
});

describe("of several organizations with the address", () => {
  let other: string;
  let otherUser: string;
  const bound = async () =>
    (await clinic.database.asOwner("SELECT id FROM app_user WHERE identity_subject = '7'")).map(({ id }) => id);
  const uuid = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

  beforeEach(async () => {
    other = (await makeLinkedAccount()).tenant.organizationId;
    // It has invited the address, earlier, and accepted its own invitation with a password that it knows.
    otherUser = newId(1);
    const passwordHash = await hashPassword("known to its admin");
    await addPeople(other, [{ id: otherUser, email: ADA, name: ADA, role: "admin", passwordHash }]);
    setClaims({ sub: "7", ...VERIFIED });
  });
  afterEach(async () => {
    await clinic.database.asOwner("DELETE FROM app_session");
    await clinic.database.asOwner("DELETE FROM directory WHERE record_id = $1", [otherUser]);
    await clinic.database.asOwner("DELETE FROM app_user WHERE id = $1", [otherUser]);
    await change({ passwordHash: null, invitationHash: null, invitationExpiresAt: null });
  });

  it("none is chosen by who accepted an invitation, or invited first", async () => {
    for (const passwordHash of [null, "chosen"]) {
      await change({ passwordHash });
      const browser = new SignInBrowser(CONSOLE);
      expectChoice(browser, await browser.signIn("somebody"));
    }
    expect(await bound()).toEqual([]);
  });

  it("the invitation that the person brings chooses", async () => {
    const { token, hash, expiresAt } = newInvitation();
    await change({ invitationHash: hash, invitationExpiresAt: expiresAt });
    const browser = new SignInBrowser(CONSOLE);
    await browser.signIn("somebody", "/", "oidc", token);
    expect(browser.console.kept.has("crc.session")).toBe(true);
    expect(await bound()).toEqual([uuid(clinic.userId)]);
    expect((await ada()).invitationHash).toBeNull();
    expect(await comes()).toBe(IN);
  });

  it("an invitation of another address, or one that is over, chooses none", async () => {
    const { token, hash, expiresAt } = newInvitation();
    await change({ invitationHash: hash, invitationExpiresAt: expiresAt });
    setClaims({ sub: "7", email: "kate@clinic.example", email_verified: true });
    for (const invitation of [token, newInvitation().token, "reset_x"]) {
      const browser = new SignInBrowser(CONSOLE);
      expectRefused(browser, await browser.signIn("somebody", "/", "oidc", invitation), "unknown");
    }
    expect(await bound()).toEqual([]);
  });

  it("the password chooses that was proven in this browser", async () => {
    await change({ passwordHash: await hashPassword("correct horse") });
    const browser = new SignInBrowser(CONSOLE);
    expect(await browser.signInByPassword(ADA, "correct horse")).toBe(200);
    browser.console.kept.delete("crc.session");
    await browser.signIn("somebody");
    expect(browser.console.kept.has("crc.session")).toBe(true);
    expect(await bound()).toEqual([uuid(clinic.userId)]);
  });
});

it("does not open another organization by a password that was not proven", async () => {
  setClaims({ sub: "7", ...VERIFIED });
  await comes();
  await change({ passwordHash: await hashPassword("of somebody else") });
  const browser = new SignInBrowser(CONSOLE);
  await browser.signIn("somebody");
  const second = (await makeLinkedAccount()).tenant.organizationId;
  const { token, hash, expiresAt } = newInvitation();
  const invited = newId();
  const link = { invitationHash: hash, invitationExpiresAt: expiresAt };
  await addPeople(second, [{ id: invited, email: ADA, name: ADA, role: "staff", ...link }]);
  expect((await browser.post(JOIN, { token })).status).toBe(403);
  browser.console.kept.delete("crc.session");
  await browser.signInByPassword(ADA, "of somebody else");
  expect((await browser.post(JOIN, { token })).status).toBe(200);
  await clinic.database.asOwner("DELETE FROM app_session");
  await clinic.database.asOwner("DELETE FROM directory WHERE record_id = $1", [invited]);
  await clinic.database.asOwner("DELETE FROM app_user WHERE id = $1", [invited]);
  await change({ passwordHash: null, homeUserId: null, homeOrganizationId: null });
});

it("binds a person anew after a change of the provider", async () => {
  await change({ identityIssuer: "https://old.example", identitySubject: "8" });
  setClaims({ sub: "7", ...VERIFIED });
  expect(await comes()).toBe(IN);
  expect(await ada()).toMatchObject({ identityIssuer: clinic.provider().issuer, identitySubject: "7" });
});

it("binds a person anew after a new password by a link", async () => {
  setClaims({ sub: "7", ...VERIFIED });
  await comes();
  const { token, hash, expiresAt } = newInvitation();
  await change({ invitationHash: hash, invitationExpiresAt: expiresAt });
  await acceptInvitation({ token, name: "Ada", password: "correct horse" }, { route: "POST /x", address: null });
  setClaims({ sub: "8", ...VERIFIED });
  const browser = new SignInBrowser(CONSOLE);
  expectChoice(browser, await browser.signIn("somebody"));
  const chosen = await browser.post(CHOOSE, { organization_id: clinic.organizationId(), password: "correct horse" });
  expect(chosen.status).toBe(200);
  expect(await comes()).toBe(IN);
  await change({ passwordHash: null });
});

it("stores the provider's name only for a person without one", async () => {
  setClaims({ sub: "7", ...VERIFIED, name: " Ada Lovelace " });
  await comes();
  expect((await ada()).name).toBe("Ada");
  await change({ name: ADA, identityIssuer: null, identitySubject: null });
  await comes();
  expect((await ada()).name).toBe("Ada Lovelace");
  await change({ name: "Ada" });
});

it("adds an audit entry per sign-in, and none for a refused one", async () => {
  await flushAudit();
  await clinic.database.asOwner("DELETE FROM audit_log");
  setClaims({ sub: "7", ...VERIFIED });
  await comes();
  setClaims({ sub: "8", ...VERIFIED });
  await comes();
  await flushAudit();
  const entries = await clinic.database.asOwner("SELECT action, route, status, address, actor FROM audit_log");
  const actor = { kind: "user", id: clinic.userId, name: "Ada" };
  const route = "GET /api/auth/callback/oidc";
  expect(entries).toEqual([{ action: "session:start", route, status: 200, address: "192.0.2.1", actor }]);
});

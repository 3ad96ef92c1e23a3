import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as makeMcpToken } from "#app/v1/mcp-tokens/route.ts";
import { ownIdentity, ownProvider, secondFactor } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { seal } from "#lib/security/sealing/secret-box";
import { findPeople } from "#lib/sign-in/find-person";
import { hashPassword } from "#lib/sign-in/password";
import { replaceRecoveryCodes } from "#lib/sign-in/second-factor/recovery-codes";
import { sessionUser } from "#lib/sign-in/session-user";
import { checkPassword } from "#lib/sign-in/sign-in";
import { call } from "#lib/testing/call";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { addPeople, changePerson } from "#lib/testing/people";
import { signIn, signInAgain } from "#lib/testing/principals";
import { newScimToken, type ScimDirectory, scimDirectory } from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const PASSWORD = "correct horse battery";

let clinic: TestAccount;
let admin: Record<string, string>;
let directory: ScimDirectory;
let email: string;
/** The former person, whom the directory knows as `entra-7`, and their session. */
let id: string;
let session: Record<string, string>;

const here = () => ({ organizationId: clinic.tenant.organizationId, linkedAccountId: null });

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  directory = scimDirectory((await newScimToken(admin, { name: "Entra ID", admin_role: "admins" })).token);
  email = `${newId()}@clinic.example`;
  id = (await directory.create({ userName: email, externalId: "entra-7", displayName: "Robin Lee" })).body.id;
  await changePerson(here().organizationId, id, {
    passwordHash: await hashPassword(PASSWORD),
    identityIssuer: "https://id.example",
    identitySubject: id,
    mailedAlerts: [],
  });
  await withTenant(here(), async (tx) => {
    const factor = { id: newId(), organizationId: here().organizationId, userId: id, kind: "totp" as const };
    await tx.insert(secondFactor).values({ ...factor, name: "App", secret: await seal("x"), lastStep: 0 });
    await replaceRecoveryCodes(tx, { ...here(), userId: id });
    const identity = { issuer: "https://own.example", subject: "7", clientId: "console" };
    await tx.insert(ownIdentity).values({ organizationId: here().organizationId, userId: id, ...identity });
  });
  const [person] = await findPeople(email);
  if (!person) throw new Error("Nobody is there");
  session = await signInAgain(clinic.tenant, person.opens, "Firefox on Windows");
  const body = { name: "Helper", user_id: id, reads: ["patients:read"], valid_days: 10 };
  expect((await call(makeMcpToken, "POST", "/mcp-tokens", { headers: admin, body })).status).toBe(201);
  return async () => expect(await directoryProblems(database)).toEqual([]);
});

const rows = async (table: string, and = "") =>
  (await database.asOwner(`SELECT 1 FROM ${table} WHERE user_id = $1 ${and}`, [id])).length;

/** What is left by which the former person signed in, or that was theirs alone. */
const left = async () => ({
  password: (await checkPassword(email, PASSWORD)) !== null,
  session: (await sessionUser(new Headers(session))) !== null,
  sessions: await rows("app_session"),
  factors: await rows("second_factor"),
  codes: await rows("recovery_code"),
  tokens: await rows("mcp_token", "AND revoked_at IS NULL"),
  own: await rows("own_identity"),
  deployment: (await database.asOwner("SELECT 1 FROM app_user WHERE id = $1 AND identity_subject IS NOT NULL", [id]))
    .length,
});

const NOTHING = {
  password: false,
  session: false,
  sessions: 0,
  factors: 0,
  codes: 0,
  tokens: 0,
  own: 0,
  deployment: 0,
};

const invited = async () =>
  (await database.asOwner("SELECT 1 FROM app_user WHERE id = $1 AND invitation_expires_at > now()", [id])).length === 1;

describe("another id under the same address is another person, who is invited and has nothing of the former one", () => {
  it("if they come after the former one was removed", async () => {
    expect((await directory.remove(id)).status).toBe(204);
    const back = await directory.create({ userName: email, externalId: "entra-8", displayName: "Kim Roe" });
    expect(back.body).toMatchObject({ id, externalId: "entra-8", displayName: "Kim Roe", active: true });
    expect([await left(), await invited()]).toEqual([NOTHING, true]);
  });

  it("if they come without an id, or the former one had none", async () => {
    await directory.remove(id);
    expect((await directory.create({ userName: email })).status).toBe(201);
    expect((await left()).password).toBe(false);
    await changePerson(here().organizationId, id, { passwordHash: await hashPassword(PASSWORD) });
    await directory.remove(id);
    expect((await directory.create({ userName: email, externalId: "entra-9" })).status).toBe(201);
    expect((await left()).password).toBe(false);
  });

  it("if the directory changes it, at once or in two steps", async () => {
    await directory.replace(id, { userName: email, externalId: "entra-8", displayName: "Kim Roe", active: true });
    expect([await left(), await invited()]).toEqual([NOTHING, true]);
    await changePerson(here().organizationId, id, { passwordHash: await hashPassword(PASSWORD) });
    await directory.patch(id, { op: "remove", path: "externalId" });
    expect((await left()).password).toBe(true);
    await directory.patch(id, { op: "add", path: "externalId", value: "entra-9" });
    expect((await left()).password).toBe(false);
  });

  it("in the audit log", async () => {
    await directory.patch(id, { op: "replace", path: "externalId", value: "entra-8" });
    const entries = await database.asOwner("SELECT action FROM audit_log WHERE resource = $1", [id]);
    expect(entries.map(({ action }) => action)).toContain("identity:replace");
  });
});

describe("the same person keeps what they have", () => {
  it("if they come back with the same id", async () => {
    await directory.remove(id);
    await directory.create({ userName: email, externalId: "entra-7" });
    expect(await left()).toMatchObject({ password: true, factors: 1, codes: 10 });
  });

  it("if the directory names them for the first time, takes the id back, or gives the same one again", async () => {
    await directory.patch(id, { op: "remove", path: "externalId" });
    await directory.patch(id, { op: "add", path: "externalId", value: "entra-7" });
    expect(await left()).toMatchObject({ password: true, session: true, factors: 1, tokens: 1 });
    await database.asOwner("UPDATE app_user SET external_id = NULL, former_external_id = NULL WHERE id = $1", [id]);
    await directory.patch(id, { op: "add", path: "externalId", value: "okta-7" });
    expect(await left()).toMatchObject({ password: true, session: true, factors: 1, tokens: 1 });
  });
});

describe("a person of several organizations", () => {
  it("goes on in the others if their membership becomes another person's", async () => {
    const other = await makeLinkedAccount();
    const homeUserId = newId();
    const passwordHash = await hashPassword("of the other organization");
    await addPeople(other.tenant.organizationId, [
      { id: homeUserId, email, name: "Robin", passwordHash, role: "staff" },
    ]);
    const home = { homeUserId, homeOrganizationId: other.tenant.organizationId };
    await changePerson(other.tenant.organizationId, homeUserId, home);
    await changePerson(here().organizationId, id, { ...home, passwordHash: null });
    await directory.patch(id, { op: "replace", path: "externalId", value: "entra-8" });
    expect(await left()).toEqual(NOTHING);
    const person = await checkPassword(email, "of the other organization");
    expect(person).toMatchObject({ userId: homeUserId, opens: { organizationId: other.tenant.organizationId } });
    const [membership] = await database.asOwner("SELECT home_user_id FROM app_user WHERE id = $1", [id]);
    expect(membership).toEqual({ home_user_id: null });
  });

  it("is not replaced where their password is, which opens the others", async () => {
    await changePerson(here().organizationId, id, { homeUserId: id, homeOrganizationId: here().organizationId });
    const { status, body } = await directory.patch(id, { op: "replace", path: "externalId", value: "entra-8" });
    expect([status, body.detail]).toEqual([409, expect.stringContaining("signs in to other organizations")]);
    await directory.remove(id);
    expect((await directory.create({ userName: email, externalId: "entra-8" })).status).toBe(409);
    expect((await directory.create({ userName: email, externalId: "entra-7" })).status).toBe(201);
    expect(await left()).toMatchObject({ password: true, factors: 1 });
  });
});

it("the last admin who can sign in does not become another person", async () => {
  await database.asOwner("UPDATE app_user SET role = 'staff' WHERE organization_id = $1", [here().organizationId]);
  await database.asOwner("UPDATE app_user SET role = 'admin' WHERE id = $1", [id]);
  const { status, body } = await directory.patch(id, { op: "replace", path: "externalId", value: "entra-8" });
  expect([status, body.detail]).toEqual([409, expect.stringContaining("last admin")]);
  expect(await left()).toMatchObject({ password: true, session: true });
});

describe("the last admin who signs in by the directory's id alone keeps that sign-in", () => {
  beforeEach(async () => {
    const { organizationId } = here();
    await database.asOwner("UPDATE app_user SET role = 'staff' WHERE organization_id = $1", [organizationId]);
    await changePerson(organizationId, id, {
      role: "admin",
      passwordHash: null,
      identityIssuer: null,
      identitySubject: null,
    });
    await withTenant(here(), async (tx) => {
      const provider = { issuer: "https://own.example", clientId: "console", externalIdClaim: "oid" };
      await tx
        .insert(ownProvider)
        .values({ id: newId(), organizationId, ...provider, clientSecret: await seal("secret") });
      await tx.update(ownIdentity).set({ externalId: "entra-7" }).where(eq(ownIdentity.userId, id));
    });
  });

  it.each<[string, () => Promise<{ status: number; body: { detail: string } }>]>([
    ["if it is removed", () => directory.patch(id, { op: "remove", path: "externalId" })],
    ["if it is emptied", () => directory.patch(id, { op: "replace", path: "externalId", value: "" })],
    ["if a PUT has none", () => directory.replace(id, { userName: email, externalId: null })],
    ["if it is another one", () => directory.patch(id, { op: "replace", path: "externalId", value: "entra-8" })],
  ])("%s", async (_, ask) => {
    const { status, body } = await ask();
    expect([status, body.detail]).toEqual([409, expect.stringMatching(/admin/)]);
    expect([await rows("own_identity"), (await directory.read(id)).body.externalId]).toEqual([1, "entra-7"]);
  });

  it("unless another admin can sign in", async () => {
    const passwordHash = await hashPassword(PASSWORD);
    const other = newId();
    await addPeople(here().organizationId, [
      { id: other, email: `${other}@clinic.example`, name: "Kim", passwordHash, role: "admin" },
    ]);
    expect((await directory.patch(id, { op: "remove", path: "externalId" })).status).toBe(200);
    expect(await rows("own_identity")).toBe(0);
  });
});

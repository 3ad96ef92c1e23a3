/** @module-tag long */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as getAudit } from "#app/v1/audit-log/route.ts";
import { PUT as SET_PROVIDER } from "#app/v1/organizations/provider/route.ts";
import { PATCH as CHANGE } from "#app/v1/users/[id]/route.ts";
import { POST as INVITE, GET as LIST_PEOPLE } from "#app/v1/users/route.ts";
import type { appUser } from "#lib/db/schema";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { sendMail } from "#lib/mail/send-mail";
import { findInvitation } from "#lib/sign-in/invitation";
import { ownProviderId } from "#lib/sign-in/own-provider/names";
import { hashPassword } from "#lib/sign-in/password";
import { sessionUser } from "#lib/sign-in/session-user";
import { checkPassword } from "#lib/sign-in/sign-in";
import { call } from "#lib/testing/call";
import { CONSOLE } from "#lib/testing/clinic-with-provider";
import { directoryProblems } from "#lib/testing/directory-problems";
import { type FakeSmtpServer, startFakeSmtpServer } from "#lib/testing/fake-smtp-server";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { mailBy } from "#lib/testing/mail-by";
import { type OpenIdProvider, startOpenIdProvider } from "#lib/testing/openid-provider";
import { addPeople, changePerson } from "#lib/testing/people";
import { signIn } from "#lib/testing/principals";
import { newScimToken, type ScimDirectory, scimDirectory } from "#lib/testing/scim-directory";
import { SignInBrowser } from "#lib/testing/sign-in-browser";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const PASSWORD = "correct horse battery";

let clinic: TestAccount;
let admin: Record<string, string>;
/** A directory that decides on no role, and one that makes admins. */
let directory: ScimDirectory;
let trusted: ScimDirectory;
let provider: OpenIdProvider;
let smtp: FakeSmtpServer;
let email: string;
let passwordHash: string;

beforeAll(async () => {
  Object.assign(process.env, { NEXTAUTH_URL: CONSOLE, OIDC_PRIVATE_TARGETS: "127.0.0.0/8" });
  for (const name of ["environment", "policy:OIDC_PRIVATE_TARGETS"]) forgetSingleton(name);
  clinic = await makeLinkedAccount();
  provider = await startOpenIdProvider(`${CONSOLE}/api/auth/callback/${ownProviderId(clinic.tenant.organizationId)}`);
  smtp = await startFakeSmtpServer();
  passwordHash = await hashPassword(PASSWORD);
  admin = await signIn(clinic, "admin");
  directory = scimDirectory((await newScimToken(admin, { name: "Entra ID" })).token);
  trusted = scimDirectory((await newScimToken(admin, { name: "Okta", admin_role: "Console admin" })).token);
  const { issuer, variables } = provider;
  const body = { issuer, client_id: variables.OIDC_CLIENT_ID, client_secret: variables.OIDC_CLIENT_SECRET };
  expect((await call(SET_PROVIDER, "PUT", "/organizations/provider", { headers: admin, body })).status).toBe(200);
});
afterAll(async () => {
  await provider.stop();
  await smtp.stop();
});
beforeEach(async () => {
  await database.asOwner("DELETE FROM sign_in_bucket");
  await database.asOwner("DELETE FROM mail");
  email = `${newId()}@clinic.example`;
  mailBy(smtp.url);
  smtp.received.length = 0;
});
afterEach(async () => {
  mailBy(null);
  provider.change(null);
  expect(await directoryProblems(database)).toEqual([]);
});

type Row = Partial<typeof appUser.$inferInsert>;

/** Adds a person of the organization who has a password. */
async function add(change: Row = {}, organizationId = clinic.tenant.organizationId): Promise<string> {
  const id = newId();
  const person = { id, email, name: "Robin Lee", passwordHash, role: "staff" as const, ...change };
  await addPeople(organizationId, [person]);
  return id;
}

const rename = (id: string, to: string, from = directory) =>
  from.patch(id, { op: "Replace", path: "userName", value: to });
const setId = (id: string, value: unknown, from = directory) =>
  from.patch(id, { op: "Replace", path: "externalId", value });

/** Signs in at the organization's own provider as somebody with this subject. */
async function come(sub: string): Promise<{ user: string | undefined; isIn(): Promise<boolean> }> {
  provider.change((_token, claims, sign) => sign({ ...claims, sub }));
  const browser = new SignInBrowser(CONSOLE);
  await browser.signIn(email, undefined, ownProviderId(clinic.tenant.organizationId));
  const present = () => sessionUser(new Headers({ cookie: browser.console.header }));
  return { user: (await present())?.id, isIn: async () => (await present()) !== null };
}

const people = async (): Promise<{ id: string; role: string; status: string; email: string }[]> =>
  (await call(LIST_PEOPLE, "GET", "/users", { headers: admin })).body.users;
const role = async (id: string) => (await people()).find((each) => each.id === id)?.role;
const change = (id: string, body: object) =>
  call(CHANGE, "PATCH", `/users/${id}`, { headers: admin, params: { id }, body });

/** The entries of the audit log about a person, newest first. */
async function entries(id: string): Promise<{ action: string; detail?: { changed?: object[] } }[]> {
  const { audit_log } = (await call(getAudit, "GET", "/audit-log", { headers: admin })).body;
  return audit_log.filter(({ resource }: { resource: string }) => resource === id);
}

async function sendMails(): Promise<{ to: string[]; text: string }[]> {
  const queued = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM mail WHERE status = 'queued' AND organization_id = $1 ORDER BY id",
    [clinic.tenant.organizationId],
  );
  for (const { id } of queued) await sendMail({ organizationId: clinic.tenant.organizationId, mailId: id });
  return smtp.received.map(({ to, text }) => ({ to, text }));
}

describe("a new userName", () => {
  it("is the address of the sign-in from then on; the former one is told, and the audit log names both", async () => {
    const id = await add();
    const to = `New.${email}`;
    const renamed = await rename(id, to);
    expect([renamed.status, renamed.body.userName]).toEqual([200, to]);
    expect(await checkPassword(email, PASSWORD)).toBeNull();
    expect(await checkPassword(to, PASSWORD)).toMatchObject({ userId: id });
    expect((await sendMails()).map(({ to: address }) => address)).toEqual([[email]]);
    expect(smtp.received[0]?.text).toContain("Entra ID");
    expect((await entries(id))[0]).toMatchObject({
      action: "scim:update",
      detail: { changed: [{ field: "user_name", from: email, to: to.toLowerCase() }] },
    });
    expect((await directory.find(`userName eq "${email}"`)).body.totalResults).toBe(0);
    expect((await directory.find(`userName eq "${to}"`)).body.Resources).toMatchObject([{ id, userName: to }]);
  });

  it("ends the links that the former address has, and invites somebody who never came anew", async () => {
    const { id } = (await directory.create({ userName: email, displayName: "Robin" })).body;
    const link = /invitation#(\S+)/;
    const [, former = ""] = link.exec((await sendMails())[0]?.text ?? "") ?? [];
    expect(await findInvitation(former)).toMatchObject({ userId: id });
    smtp.received.length = 0;
    await rename(id, `new.${email}`);
    expect(await findInvitation(former)).toBeNull();
    const sent = await sendMails();
    expect(sent.flatMap(({ to }) => to).sort()).toEqual([email, `new.${email}`].sort());
    const [, token = ""] = link.exec(sent.find(({ to }) => to[0] !== email)?.text ?? "") ?? [];
    expect(await findInvitation(token)).toMatchObject({ userId: id });
  });

  it("is refused if anybody here has it, also deactivated or removed people", async () => {
    const id = await add();
    const active = `a.${email}`;
    const gone = `b.${email}`;
    const removed = `c.${email}`;
    await add({ email: active });
    await add({ email: gone, deactivatedAt: new Date() });
    const other = await add({ email: removed });
    await directory.remove(other);
    for (const to of [active, gone, removed, active.toUpperCase()]) {
      const answer = await rename(id, to);
      expect([to, answer.status, answer.body.scimType]).toEqual([to, 409, "uniqueness"]);
    }
    expect((await directory.read(id)).body.userName).toBe(email);
    expect(await checkPassword(email, PASSWORD)).toMatchObject({ userId: id });
  });

  it("is another person's if another organization has the address", async () => {
    const theirs = await makeLinkedAccount();
    const victim = `v.${email}`;
    const other = await add(
      { email: victim, passwordHash: await hashPassword("another long password") },
      theirs.tenant.organizationId,
    );
    const id = await add();
    expect((await rename(id, victim)).status).toBe(200);
    expect(await checkPassword(victim, "another long password")).toMatchObject({ userId: other });
    expect(await checkPassword(victim, PASSWORD)).toMatchObject({ userId: id });
  });

  it.each(["home", "elsewhere"])("moves no sign-in of a person of several organizations: %s", async (where) => {
    const theirs = await makeLinkedAccount();
    const here = await add(where === "home" ? {} : { passwordHash: null });
    const there = await add(where === "home" ? { passwordHash: null } : {}, theirs.tenant.organizationId);
    const home =
      where === "home"
        ? { homeUserId: here, homeOrganizationId: clinic.tenant.organizationId }
        : { homeUserId: there, homeOrganizationId: theirs.tenant.organizationId };
    await changePerson(clinic.tenant.organizationId, here, home);
    await changePerson(theirs.tenant.organizationId, there, home);
    const to = `new.${email}`;
    const renamed = await rename(here, to);
    expect([renamed.status, renamed.body.userName]).toEqual([200, to]);
    expect((await directory.find(`userName eq "${to}"`)).body.Resources).toMatchObject([{ id: here }]);
    expect((await directory.find(`userName eq "${email}"`)).body.totalResults).toBe(0);
    expect(await checkPassword(email, PASSWORD)).toMatchObject({ userId: home.homeUserId });
    expect(await checkPassword(to, PASSWORD)).toBeNull();
    expect(await sendMails()).toEqual([]);
    // Nobody else may have either name.
    for (const userName of [to, email]) {
      expect((await directory.create({ userName })).status).toBe(409);
      const invited = await call(INVITE, "POST", "/users", {
        headers: admin,
        body: { email: userName, role: "staff" },
      });
      expect(invited.status).toBe(409);
    }
    const off = await directory.patch(here, { op: "replace", value: { userName: `gone.${to}`, active: false } });
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect(await checkPassword(email, PASSWORD)).toMatchObject({ opens: { userId: there } });
    expect((await rename(here, email)).body.userName).toBe(email);
  });
});

describe("an internationalized address", () => {
  const FORMS: [string, string, string][] = [
    ["a Unicode local part", "jürgen.ID@clinic.example", "JÜRGEN.ID@Clinic.Example"],
    ["letters in two forms", "jürgen.ID@clinic.example", "ju\u0308rgen.ID@clinic.example"],
    ["a Unicode domain", "juergen.ID@müller.example", "JUERGEN.ID@xn--mller-kva.example"],
    ["another script", "用户.ID@例え.テスト", "用户.ID@xn--r8jz45g.xn--zckzah"],
    ["capital letters of others", "ΑΛΕΞΗΣ.ID@παράδειγμα.δοκιμή", "αλεξης.ID@παράδειγμα.δοκιμή"],
  ];

  it.each(FORMS)("is one in all its forms: %s", async (_what, form, other) => {
    const [sent, again] = [form.replace("ID", newId()), ""];
    const second = other.replace("ID", sent.split("@")[0]?.split(".")[1] ?? again);
    const made = await directory.create({ userName: sent });
    expect([made.status, made.body.userName]).toEqual([201, sent]);
    expect((await directory.find(`userName eq "${second}"`)).body.Resources).toMatchObject([{ id: made.body.id }]);
    expect((await directory.create({ userName: second })).status).toBe(409);
    await changePerson(clinic.tenant.organizationId, made.body.id, { passwordHash });
    for (const each of [sent, second])
      expect(await checkPassword(each, PASSWORD)).toMatchObject({ userId: made.body.id });
  });

  it.each([
    "@clinic.example",
    "robin@",
    "robin",
    "a@b",
    "a b@clinic.example",
    "a@b@clinic.example",
    "a..b@clinic.example",
    "a@clinic..example",
    "a@-x.example",
    "a@10.0.0.1",
    "a@[::1]",
    "a@cli%6eic.example",
    `${"x".repeat(65)}@clinic.example`,
    "a\u200b@clinic.example",
  ])("is refused if it is none: %s", async (userName) => {
    const { status, body } = await directory.create({ userName });
    expect([status, body.scimType]).toEqual([400, "invalidValue"]);
  });
});

describe("an admin, by a token that makes nobody an admin", () => {
  it.each<[string, Row, (id: string) => Promise<{ status: number }>]>([
    ["has no other externalId", {}, (id) => setId(id, newId())],
    ["loses no externalId", { externalId: "kept" }, (id) => directory.patch(id, { op: "Remove", path: "externalId" })],
    ["has no other externalId by PUT", {}, (id) => directory.replace(id, { userName: email, externalId: newId() })],
    ["has no other userName", {}, (id) => rename(id, `x.${email}`)],
    ["has no other userName by PUT", {}, (id) => directory.replace(id, { userName: `x.${email}` })],
    [
      "is not reactivated",
      { deactivatedAt: new Date() },
      (id) => directory.patch(id, { op: "replace", value: { active: true } }),
    ],
    ["is not renamed while deactivated", { deactivatedAt: new Date() }, (id) => rename(id, `x.${email}`)],
    [
      "has no other externalId with a deactivation",
      {},
      (id) => directory.patch(id, { op: "replace", value: { active: false, externalId: "7" } }),
    ],
  ])("%s: 403", async (_what, row, request) => {
    const id = await add({ role: "admin", ...row, ...(row.externalId && { externalId: newId() }) });
    const before = (await directory.read(id)).body;
    const { status, body } = (await request(id)) as Awaited<ReturnType<typeof rename>>;
    expect([status, body.status, body.detail]).toEqual([403, "403", expect.stringContaining("admin_role")]);
    expect((await directory.read(id)).body).toEqual(before);
    expect((await come(String(before.externalId ?? "nobody"))).user).toBeUndefined();
  });

  it("is changed otherwise, and deactivated", async () => {
    const id = await add({ role: "admin" });
    expect((await directory.replace(id, { userName: email, title: "Head", displayName: "R. Lee" })).status).toBe(200);
    expect((await directory.patch(id, { op: "Replace", path: "active", value: "False" })).body.active).toBe(false);
    expect(await role(id)).toBe("admin");
  });

  it("is staff after a deactivation with a rename, and after a removal and a return", async () => {
    const renamed = await add({ role: "admin" });
    const answer = await directory.patch(
      renamed,
      { op: "Replace", path: "userName", value: `${newId()}${email}` },
      { op: "Replace", path: "active", value: "False" },
    );
    expect([answer.status, answer.body.active, await role(renamed)]).toEqual([200, false, "staff"]);
    email = `2.${email}`;
    const removed = await add({ role: "admin" });
    await directory.remove(removed);
    const back = await directory.create({ userName: email, roles: [{ value: "Console admin" }] });
    expect([back.status, back.body.id, await role(removed)]).toEqual([201, removed, "staff"]);
  });

  it("nobody becomes one by roles, nor has their address", async () => {
    const { id } = (
      await directory.create({ userName: email, roles: [{ value: "admin" }, { value: "Console admin" }] })
    ).body;
    await directory.patch(id, { op: "Add", path: "roles", value: [{ value: "Console admin", primary: true }] });
    expect(await role(id)).toBe("staff");
    await add({ email: `boss.${email}`, role: "admin" });
    expect((await directory.create({ userName: `boss.${email}` })).status).toBe(409);
    expect((await rename(id, `boss.${email}`)).status).toBe(409);
  });

  it("a token that makes admins may do all of it", async () => {
    const id = await add({ role: "admin" });
    const sub = newId();
    expect((await setId(id, sub, trusted)).status).toBe(200);
    expect((await come(sub)).user).toBe(id);
    expect((await rename(id, `x.${email}`, trusted)).status).toBe(200);
    expect((await trusted.patch(id, { op: "replace", value: { active: false } })).status).toBe(200);
    expect((await trusted.patch(id, { op: "replace", value: { active: true } })).status).toBe(200);
  });
});

describe("the directory's id of a person", () => {
  it.each<[string, (id: string) => Promise<{ status: number }>]>([
    ["another one", (id) => setId(id, newId())],
    ["none", (id) => directory.patch(id, { op: "Remove", path: "externalId" })],
    ["none by PUT", (id) => directory.replace(id, { userName: email, externalId: null })],
    ["the person's removal", (id) => directory.remove(id)],
  ])("binds until it is changed: %s", async (_what, request) => {
    const sub = newId();
    const id = await add();
    await setId(id, sub);
    const { user, isIn } = await come(sub);
    expect([user, await isIn()]).toEqual([id, true]);
    await request(id);
    expect(await isIn()).toBe(false);
    expect((await come(sub)).user).toBeUndefined();
    expect((await entries(id)).map(({ action }) => action)).toContain("identity:unbind");
  });

  it("stays bound through a PUT that does not name it, and through other changes", async () => {
    const sub = newId();
    const id = await add();
    await setId(id, sub);
    const { isIn } = await come(sub);
    await directory.replace(id, { userName: email, title: "Nurse" });
    await directory.replace(id, { userName: email, externalId: sub });
    expect((await directory.read(id)).body.externalId).toBe(sub);
    expect(await isIn()).toBe(true);
  });

  it("that a token without admin_role has set lets nobody in who became an admin since", async () => {
    const [bound, unbound] = [newId(), newId()];
    const id = await add();
    await setId(id, bound);
    const { user, isIn } = await come(bound);
    expect(user).toBe(id);
    await change(id, { role: "admin" });
    expect(await isIn()).toBe(false);
    expect((await come(bound)).user).toBeUndefined();
    email = `2.${email}`;
    const second = await add();
    await setId(second, unbound);
    await trusted.patch(second, { op: "Add", path: "roles", value: [{ value: "Console admin" }] });
    expect(await role(second)).toBe("admin");
    expect((await come(unbound)).user).toBeUndefined();
    // Named by a directory that may make admins, it does.
    await setId(second, unbound, trusted);
    expect((await come(unbound)).user).toBe(second);
  });

  it("goes to nobody else while a deactivated person has it, and binds anew after it was taken away", async () => {
    const sub = newId();
    const first = await add();
    await setId(first, sub);
    await come(sub);
    await directory.patch(first, { op: "replace", value: { active: false } });
    email = `2.${email}`;
    const second = await add();
    const refused = await setId(second, sub);
    expect([refused.status, refused.body.scimType]).toEqual([409, "uniqueness"]);
    await setId(first, null);
    expect((await setId(second, sub)).status).toBe(200);
    expect((await come(sub)).user).toBe(second);
  });

  it("is one user's when two are created with it at once", async () => {
    const externalId = newId();
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((name) => directory.create({ userName: `${name}.${email}`, externalId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it("an address is one user's when the directory and an admin give it at once", async () => {
    const ids = [await add({ email: `a.${email}` }), await add({ email: `b.${email}` })];
    const invited = () => call(INVITE, "POST", "/users", { headers: admin, body: { email, role: "staff" } });
    const answers = await Promise.all([
      invited(),
      ...ids.map((id) => rename(id, email)),
      directory.create({ userName: email }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });
});

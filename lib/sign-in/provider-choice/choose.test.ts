/** @module-tag long */
import { beforeEach, describe, expect, it } from "vitest";
import { POST as CHOOSE } from "#app/api/invitation/choose/route.ts";
import { newId } from "#lib/kernel/id";
import { newInvitation } from "#lib/sign-in/invitation";
import { hashPassword } from "#lib/sign-in/password";
import { sessionUser } from "#lib/sign-in/session-user";
import { ADA, CONSOLE, clinicWithProvider, expectRefused } from "#lib/testing/clinic-with-provider";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { addPeople, changePerson } from "#lib/testing/people";
import { CHOICE, expectChoice, SignInBrowser } from "#lib/testing/sign-in-browser";
import { shownChoice } from "./choose.ts";

// A person whom the deployment's provider has signed in for the first time, and whom several organizations have invited, or
// who has a password.

const clinic = clinicWithProvider();
const PASSWORD = "correct horse battery";

let other: string;
let otherUser: string;

const setClaims = (changed: Record<string, unknown>) =>
  clinic.provider().change((_token, claims, sign) => sign({ ...claims, ...changed }));

/** Who is bound to a subject of the provider. */
const bound = async () => {
  const rows = await clinic.database.asOwner<{ id: string; identity_subject: string }>(
    "SELECT id, identity_subject FROM app_user WHERE identity_subject IS NOT NULL",
  );
  return rows.map(({ id, identity_subject: subject }) => [id.replaceAll("-", ""), subject]);
};

const invited = () => {
  const { hash, expiresAt } = newInvitation();
  return { invitationHash: hash, invitationExpiresAt: expiresAt };
};

beforeEach(async () => {
  other = (await makeLinkedAccount()).tenant.organizationId;
  otherUser = newId();
  await addPeople(other, [{ id: otherUser, email: ADA, name: ADA, role: "admin", passwordHash: null, ...invited() }]);
  setClaims({ sub: "7", email: ADA, email_verified: true, name: "Ada L." });
  return async () => {
    const asBefore = { passwordHash: null, deactivatedAt: null, identityIssuer: null, identitySubject: null };
    await changePerson(clinic.organizationId(), clinic.userId, asBefore);
    await clinic.database.asOwner("DELETE FROM app_session");
    await clinic.database.asOwner("DELETE FROM directory WHERE record_id = $1", [otherUser]);
    await clinic.database.asOwner("DELETE FROM app_user WHERE id = $1", [otherUser]);
  };
});

async function arrived(next?: string): Promise<SignInBrowser> {
  const browser = new SignInBrowser(CONSOLE);
  const answer = await browser.signIn("somebody", next);
  expectChoice(browser, answer, next ? `?next=${encodeURIComponent(next)}` : "");
  return browser;
}

const isIn = async (browser: SignInBrowser) => sessionUser(new Headers({ cookie: browser.console.header }));
const choose = (browser: SignInBrowser, body: Record<string, unknown>) => browser.post(CHOOSE, body);

describe("of several invitations", () => {
  it("shows each, binds nothing before the choice, and the chosen one after it", async () => {
    const page = "/a/0190abcdef0190abcdef0190abcdef01/activity";
    const browser = await arrived(page);
    expect(await bound()).toEqual([]);
    const shown = await shownChoice(browser.console.header);
    expect(shown?.email).toBe(ADA);
    expect(new Set(shown?.organizations.map(({ id, needsPassword }) => `${id} ${needsPassword}`))).toEqual(
      new Set([`${clinic.organizationId()} false`, `${other} false`]),
    );
    expect((await choose(browser, { organization_id: other })).status).toBe(200);
    expect(await bound()).toEqual([[otherUser, "7"]]);
    expect(browser.console.kept.has(CHOICE)).toBe(false);
    expect(await isIn(browser)).toMatchObject({ id: otherUser, name: "Ada L.", vouched: true });
    const again = new SignInBrowser(CONSOLE);
    await again.signIn("somebody");
    expect(await isIn(again)).toMatchObject({ id: otherUser });
  });

  it("takes none that is not one of them, and none of a person who was deactivated meanwhile", async () => {
    const browser = await arrived();
    const foreign = (await makeLinkedAccount()).tenant.organizationId;
    for (const organization_id of [foreign, "x", "", newId(), "\u0000"]) {
      expect([400, 404]).toContain((await choose(browser, { organization_id })).status);
    }
    await changePerson(clinic.organizationId(), clinic.userId, { deactivatedAt: new Date() });
    const taken = await choose(browser, { organization_id: clinic.organizationId() });
    expect(taken).toMatchObject({ status: 404, body: { message: expect.stringContaining("start the sign-in again") } });
    for (const organization_id of [7, null, {}]) expect((await choose(browser, { organization_id })).status).toBe(400);
    expect([await bound(), await isIn(browser)]).toEqual([[], null]);
  });

  it("binds one alone, of several that are chosen at once", async () => {
    const browsers = [await arrived(), await arrived(), await arrived(), await arrived()];
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        choose(browser, { organization_id: index % 2 === 0 ? other : clinic.organizationId() }),
      ),
    );
    expect(await bound()).toHaveLength(1);
    for (const { status } of answers) expect([200, 404, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });

  it("is over without its cookie, with another one, for another provider and once it was made", async () => {
    const browser = await arrived();
    const kept = browser.console.kept.get(CHOICE) ?? "";
    const stranger = new SignInBrowser(CONSOLE);
    expect((await choose(stranger, { organization_id: other })).status).toBe(401);
    stranger.console.kept.set(CHOICE, `${kept.slice(0, -4)}AAAA`);
    expect((await choose(stranger, { organization_id: other })).status).toBe(401);
    stranger.console.kept.set(CHOICE, kept);
    clinic.configure({ OIDC_ISSUER: "https://another.example" });
    expect((await choose(stranger, { organization_id: other })).status).toBe(401);
    clinic.configure(clinic.provider().variables);
    expect(await bound()).toEqual([]);
    expect((await choose(browser, { organization_id: other })).status).toBe(200);
    expect((await choose(stranger, { organization_id: other })).status).toBe(404);
    const second = await choose(stranger, { organization_id: clinic.organizationId() });
    expect([second.status, await bound()]).toEqual([409, [[otherUser, "7"]]]);
  });
});

it("ends with the next sign-in in that browser, through the provider or by a password", async () => {
  const browser = await arrived();
  await browser.leave();
  expect(browser.console.kept.has(CHOICE)).toBe(false);
  expect((await choose(browser, { organization_id: other })).status).toBe(401);
  const second = await arrived();
  const email = `${newId()}@clinic.example`;
  const person = { id: newId(), email, name: "Kim", role: "staff" as const };
  await addPeople(other, [{ ...person, passwordHash: await hashPassword(PASSWORD) }]);
  expect(await second.signInByPassword(email, PASSWORD)).toBe(200);
  expect((await choose(second, { organization_id: other })).status).toBe(401);
  expect(await bound()).toEqual([]);
});

describe("a password", () => {
  // Somebody knows it: the person, or an admin who has accepted their own invitation.
  beforeEach(async () => changePerson(other, otherUser, { passwordHash: await hashPassword(PASSWORD) }));

  it("must be proven where there is one", async () => {
    const browser = await arrived();
    const shown = await shownChoice(browser.console.header);
    expect(shown?.organizations.find(({ id }) => id === other)?.needsPassword).toBe(true);
    for (const password of [undefined, "", "another one here", 7]) {
      const { status, body } = await choose(browser, { organization_id: other, password });
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("password")]);
    }
    expect([await bound(), await isIn(browser)]).toEqual([[], null]);
    expect((await choose(browser, { organization_id: other, password: PASSWORD })).status).toBe(200);
    expect(await bound()).toEqual([[otherUser, "7"]]);
    expect(await isIn(browser)).toMatchObject({ id: otherUser, vouched: true });
  });

  it("of one organization binds nobody to another", async () => {
    await changePerson(clinic.organizationId(), clinic.userId, {
      passwordHash: await hashPassword("of the other one"),
    });
    const browser = await arrived();
    const wrong = await choose(browser, { organization_id: other, password: "of the other one" });
    expect([wrong.status, await bound()]).toEqual([400, []]);
  });

  it("must be proven by the only one who has the address, too", async () => {
    await changePerson(clinic.organizationId(), clinic.userId, { deactivatedAt: new Date() });
    const browser = await arrived();
    expect(await bound()).toEqual([]);
    expect((await choose(browser, { organization_id: other })).status).toBe(400);
    expect((await choose(browser, { organization_id: other, password: PASSWORD })).status).toBe(200);
    expect(await bound()).toEqual([[otherUser, "7"]]);
  });

  it("that this browser has proven before is enough", async () => {
    const browser = new SignInBrowser(CONSOLE);
    expect(await browser.signInByPassword(ADA, PASSWORD)).toBe(200);
    browser.console.kept.delete("crc.session");
    await browser.signIn("somebody");
    expect(await bound()).toEqual([[otherUser, "7"]]);
    expect(await isIn(browser)).toMatchObject({ id: otherUser });
  });

  it("is not tried without limit", async () => {
    const browser = await arrived();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push((await choose(browser, { organization_id: other, password: "another one here" })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await choose(browser, { organization_id: other, password: PASSWORD })).status).toBe(429);
    expect(await bound()).toEqual([]);
  });
});

it("an address that only looks like the invited one leads nowhere", async () => {
  for (const email of ["\uff41da@clinic.example", "\u0430da@clinic.example", "ada@cl\u0131nic.example"]) {
    setClaims({ sub: "7", email, email_verified: true });
    const browser = new SignInBrowser(CONSOLE);
    expectRefused(browser, await browser.signIn("somebody"), "unknown");
  }
  expect(await bound()).toEqual([]);
});

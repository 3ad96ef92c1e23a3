import { beforeEach, describe, expect, it } from "vitest";
import { POST as accept } from "#app/api/invitation/accept/route.ts";
import { newId } from "#lib/kernel/id";
import { ADA, CONSOLE, clinicWithProvider } from "#lib/testing/clinic-with-provider";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { addPeople, changePerson } from "#lib/testing/people";
import { SignInBrowser } from "#lib/testing/sign-in-browser";
import { newInvitation } from "./invitation.ts";
import { deviceCookie, knownDevice } from "./known-device.ts";
import { hashPassword } from "./password.ts";
import { beginSignIn, SIGN_IN_LIMITS } from "./sign-in-throttle.ts";

const clinic = clinicWithProvider();
const PASSWORD = "correct horse battery";
const UNKNOWN = "nobody@clinic.example";
const THERE = "192.0.2.7";

const change = (to: Parameters<typeof changePerson>[2]) => changePerson(clinic.organizationId(), clinic.userId, to);

beforeEach(async () => change({ passwordHash: await hashPassword(PASSWORD) }));

/** Makes as many attempts on an account as the limits allow, each from another address. */
async function attack(email = ADA): Promise<void> {
  const { atOnce } = SIGN_IN_LIMITS.account;
  for (let index = 0; index < atOnce; index++) await beginSignIn(email, `198.51.100.${index}`);
}

const signIn = (browser: SignInBrowser, password = PASSWORD, email = ADA) => browser.signInByPassword(email, password);

/** Returns a browser that has signed in before. */
async function knownBrowser(): Promise<SignInBrowser> {
  const browser = new SignInBrowser(CONSOLE, THERE);
  expect(await signIn(browser)).toBe(200);
  return browser;
}

it("accepts the owner's password at the owner's address after 52 wrong ones from another address", {
  tags: "long",
}, async () => {
  const attacker = new SignInBrowser(CONSOLE);
  const answers = [];
  for (let index = 0; index < 52; index++) answers.push(await signIn(attacker, "wrong"));
  expect(answers.filter((status) => status === 429)).toHaveLength(42);
  expect(await signIn(new SignInBrowser(CONSOLE, THERE))).toBe(200);
});

describe("during an attack on an account from many addresses", () => {
  it("accepts the owner in a known browser, and no one elsewhere", async () => {
    const browser = await knownBrowser();
    await attack();
    expect(await signIn(browser)).toBe(200);
    expect(await signIn(browser, "mistyped")).toBe(401);
    expect(await signIn(browser)).toBe(200);
    expect(await signIn(new SignInBrowser(CONSOLE, THERE))).toBe(429);
  });

  it("limits the guesses of a known browser", { tags: "long" }, async () => {
    const browser = await knownBrowser();
    await attack();
    const answers = [];
    for (let index = 0; index < 14; index++) answers.push(await signIn(browser, "wrong"));
    expect(answers).toEqual([...Array(SIGN_IN_LIMITS.device.atOnce).fill(401), 429, 429, 429, 429]);
  });

  it("knows no browser after a change of the password", async () => {
    const browser = await knownBrowser();
    await change({ passwordHash: await hashPassword("another one of hers") });
    await attack();
    expect(await signIn(browser, "another one of hers")).toBe(429);
  });

  it("accepts a new device after a sign-in through the provider or a new password by a link, and then its password", async () => {
    const known = await knownBrowser();
    // It has proven the password, so that the provider's account is bound.
    await known.signIn(ADA);
    await attack();
    const through = new SignInBrowser(CONSOLE, THERE);
    await through.signIn(ADA);
    expect(await signIn(through)).toBe(200);

    const { token, hash, expiresAt } = newInvitation();
    await change({ invitationHash: hash, invitationExpiresAt: expiresAt });
    const chosen = "chosen by a link";
    const answer = await accept(
      new Request(`${CONSOLE}/api/invitation/accept`, {
        method: "POST",
        headers: { "content-type": "application/json", host: new URL(CONSOLE).host, origin: CONSOLE },
        body: JSON.stringify({ token, name: "Ada", password: chosen }),
      }),
    );
    expect(await answer.json()).toEqual({ success: true, email: ADA });
    const byLink = new SignInBrowser(CONSOLE, THERE);
    byLink.console.keep(answer);
    expect(await signIn(byLink, chosen)).toBe(200);
    expect(await signIn(through, chosen)).toBe(429);
  });

  it("answers the same for an unknown account, also to a browser known for another", async () => {
    const browser = await knownBrowser();
    await attack(UNKNOWN);
    for (const each of [browser, new SignInBrowser(CONSOLE, THERE)]) {
      expect(await signIn(each, PASSWORD, UNKNOWN)).toBe(429);
    }
  });
});

describe("an address with another person's account in another organization", () => {
  const OTHERS = "of another organization";
  const other = newId();

  beforeEach(async () => {
    const { organizationId } = (await makeLinkedAccount()).tenant;
    const passwordHash = await hashPassword(OTHERS);
    await addPeople(organizationId, [{ id: other, email: ADA, name: "Ada", passwordHash, role: "admin" }]);
    return () => clinic.database.asOwner("DELETE FROM app_user WHERE id = $1", [other]);
  });

  it("allows that person no more guesses at this account, in a known browser and between sign-ins", {
    tags: "long",
  }, async () => {
    const browser = new SignInBrowser(CONSOLE, THERE);
    const answers: number[] = [];
    for (let round = 0; round < 4; round++) {
      expect(await signIn(browser, OTHERS)).toBe(200);
      for (let guess = 0; guess < 5; guess++) answers.push(await signIn(browser, "a guess"));
    }
    expect(new Set(answers)).toEqual(new Set([401]));
    // Ten guesses were verified as from any browser; the others and this one were refused without verification.
    expect(await signIn(browser)).toBe(401);
    expect(await signIn(new SignInBrowser(CONSOLE, "192.0.2.8"))).toBe(200);
  });

  it("lets one person sign in to both in one browser, each by its password, also under attack in a known browser", {
    tags: "long",
  }, async () => {
    const browser = await knownBrowser();
    expect(await signIn(browser, OTHERS)).toBe(200);
    await attack();
    for (const password of [PASSWORD, OTHERS, PASSWORD]) expect(await signIn(browser, password)).toBe(200);
  });
});

describe("the marks of one browser", () => {
  const owner = (name: string) => ({ userId: newId(), passwordHash: name });
  const ada = async () => {
    const [row] = await clinic.database.asOwner<{ password_hash: string }>(
      "SELECT password_hash FROM app_user WHERE id = $1",
      [clinic.userId],
    );
    return { userId: clinic.userId, passwordHash: row?.password_hash ?? "" };
  };
  const pair = (set: string) => set.split(";")[0] ?? "";

  it("exist only for the newest 20 accounts that signed in there, with a new mark each time", async () => {
    const first = pair(deviceCookie(null, await ada()));
    const known = await knownDevice(first, ADA);
    expect(known).toEqual({ mark: expect.stringMatching(/^[\w-]{22}$/), userIds: new Set([clinic.userId]) });
    expect(await knownDevice(first, "kate@clinic.example")).toBeNull();
    const again = pair(deviceCookie(first, await ada()));
    expect(again).toHaveLength(first.length);
    expect((await knownDevice(again, ADA))?.mark).not.toBe(known?.mark);
    let cookies = first;
    for (let person = 0; person < 19; person++) cookies = pair(deviceCookie(cookies, owner(`${person}`)));
    expect(await knownDevice(cookies, ADA)).toEqual(known);
    cookies = pair(deviceCookie(cookies, owner("one more")));
    expect(await knownDevice(cookies, ADA)).toBeNull();
  });

  it("are void if forged, changed or copied from another account", async () => {
    const name = pair(deviceCookie(null, owner("x"))).split("=")[0];
    const of = pair(deviceCookie(null, owner("x"))).split("=")[1] ?? "";
    const changed = (of.startsWith("A") ? "B" : "A") + of.slice(1);
    for (const value of [of, changed, "", ".", "x".repeat(65), `${of}.${of}`, "%00"]) {
      expect(await knownDevice(`${name}=${value}`, ADA)).toBeNull();
    }
    const [, mine = ""] = pair(deviceCookie(null, await ada())).split("=");
    expect(await knownDevice(`${name}=${(mine.startsWith("A") ? "B" : "A") + mine.slice(1)}`, ADA)).toBeNull();
  });

  it("are readable by no script, sent by no other site, and require TLS if the console does", async () => {
    expect(deviceCookie(null, owner("x"))).toMatch(
      /^crc\.device=[\w-]{65}; Path=\/api; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
    clinic.configure({ PUBLIC_URL: "https://records.example" });
    expect(deviceCookie(null, owner("x"))).toMatch(/^__Secure-crc\.device=.*; SameSite=Lax; Secure$/);
    clinic.configure({ PUBLIC_URL: "" });
  });
});

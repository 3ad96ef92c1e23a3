import { generateSync } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as begin } from "#app/api/second-factor/begin/route.ts";
import { POST as enrol } from "#app/api/second-factor/enrol/route.ts";
import { POST as askForPasskey } from "#app/api/second-factor/passkey/route.ts";
import { POST as prove } from "#app/api/second-factor/prove/route.ts";
import { organization } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { flushAudit } from "#lib/security/audit/audit-log";
import { hashPassword } from "#lib/sign-in/password";
import { sessionUser } from "#lib/sign-in/session-user";
import { SIGN_IN_LIMITS } from "#lib/sign-in/sign-in-throttle";
import { ADA, CONSOLE, clinicWithProvider } from "#lib/testing/clinic-with-provider";
import { changePerson } from "#lib/testing/people";
import { SignInBrowser } from "#lib/testing/sign-in-browser";
import { removeFactors } from "./factors.ts";

const clinic = clinicWithProvider();
const PASSWORD = "correct horse battery";
const WRONG = { status: 400, body: { message: "code is wrong, or was used before" } };
const OVER = { status: 401, body: { message: "This sign-in has ended. Start again with your password" } };

const tenant = () => ({ organizationId: clinic.organizationId(), linkedAccountId: null });
const requireFactor = (requiresSecondFactor: boolean) =>
  withTenant(tenant(), (tx) => tx.update(organization).set({ requiresSecondFactor }));

/** The code of a secret, `later` steps of 30 s from now. */
const codeOf = (secret: string, later = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + later * 30 });

/** Lets the app's codes of the last minutes count as unused, as if time had passed. */
const passTime = () => clinic.database.asOwner("UPDATE second_factor SET last_step = 0 WHERE kind = 'totp'");

/** Returns a browser in which the password was right. */
async function afterPassword(address?: string): Promise<SignInBrowser> {
  const browser = new SignInBrowser(CONSOLE, address);
  expect(await browser.signInByPassword(ADA, PASSWORD)).toBe(200);
  return browser;
}

const whoIs = (browser: SignInBrowser) => sessionUser(new Headers({ cookie: browser.console.header }));
const isIn = async (browser: SignInBrowser) => (await whoIs(browser))?.id === clinic.userId;

/** Sets up an authenticator app, as the organization requires. Returns its secret, the code that set it up, and the recovery codes. */
async function setUpApp(): Promise<{ secret: string; used: string; codes: string[]; browser: SignInBrowser }> {
  await requireFactor(true);
  const browser = await afterPassword();
  const begun = (await browser.post(begin, { kind: "totp" })).body as { enrolment: string; totp: { secret: string } };
  const { secret } = begun.totp;
  const used = codeOf(secret);
  const { status, body } = await browser.post(enrol, { enrolment: begun.enrolment, code: used });
  expect(status).toBe(200);
  return { secret, used, codes: body.recovery_codes as string[], browser };
}

beforeEach(async () => {
  await changePerson(clinic.organizationId(), clinic.userId, { passwordHash: await hashPassword(PASSWORD) });
  await withTenant(tenant(), (tx) => removeFactors(tx, clinic.userId));
  await requireFactor(false);
});

describe("an organization that requires a second factor", () => {
  it("gives no session to a person without one until it is set up", async () => {
    await requireFactor(true);
    const browser = await afterPassword();
    expect([...browser.console.kept.keys()].filter((name) => !/csrf|next/.test(name))).toEqual([
      "crc.sign-in.challenge",
    ]);
    expect(await whoIs(browser)).toBeNull();
    expect(await browser.post(prove, { code: "123456" })).toMatchObject(WRONG);
    expect(await whoIs(browser)).toBeNull();
    const { browser: enrolled, codes } = await setUpApp();
    expect(await isIn(enrolled)).toBe(true);
    expect(new Set(codes).size).toBe(10);
  });

  it("asks a person who has one for it, and does not let them set up another instead", async () => {
    await setUpApp();
    const browser = await afterPassword();
    expect(await browser.post(begin, { kind: "totp" })).toMatchObject({ status: 409 });
  });

  it("gives the enrolment of one person to nobody else", async () => {
    await requireFactor(true);
    const browser = await afterPassword();
    const { enrolment } = (await browser.post(begin, { kind: "totp" })).body;
    const other = await afterPassword();
    expect(await other.post(enrol, { enrolment: `${enrolment}x`, code: "123456" })).toMatchObject({ status: 400 });
    expect(await whoIs(other)).toBeNull();
  });
});

it("leaves a person without a second factor alone where none is required", async () => {
  expect(await isIn(await afterPassword())).toBe(true);
});

describe("a code of the authenticator app", () => {
  it("signs in once; neither it nor an earlier one does again", async () => {
    const { secret, used } = await setUpApp();
    const code = codeOf(secret, 1);
    const browser = await afterPassword();
    expect(await browser.post(prove, { code: used })).toMatchObject(WRONG);
    expect((await browser.post(prove, { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    expect(await isIn(browser)).toBe(true);
    const again = await afterPassword();
    expect(await again.post(prove, { code })).toMatchObject(WRONG);
    expect(await again.post(prove, { code: used })).toMatchObject(WRONG);
    expect(await whoIs(again)).toBeNull();
  });

  it("signs in one of two browsers that send it at the same moment", async () => {
    const { secret } = await setUpApp();
    await passTime();
    const browsers = [await afterPassword("192.0.2.8"), await afterPassword("192.0.2.9")];
    const code = codeOf(secret);
    const answers = await Promise.all(browsers.map((browser) => browser.post(prove, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("begins one session when its request comes twice", async () => {
    const { secret } = await setUpApp();
    await passTime();
    const browser = await afterPassword();
    const cookies = browser.console.header;
    const code = codeOf(secret);
    const twin = new SignInBrowser(CONSOLE);
    for (const pair of cookies.split("; ")) twin.console.kept.set(...(pair.split("=") as [string, string]));
    const answers = await Promise.all([browser, twin].map((each) => each.post(prove, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await twin.post(prove, { code })).toMatchObject(OVER);
  });

  it("is stored sealed, and refused without a password", async () => {
    const { secret } = await setUpApp();
    const [row] = await clinic.database.asOwner<{ secret: string }>("SELECT secret FROM second_factor");
    expect(row?.secret).toMatch(/^eyJ/);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(await new SignInBrowser(CONSOLE).post(prove, { code: codeOf(secret, 1) })).toMatchObject(OVER);
  });
});

describe("a recovery code", () => {
  it("signs in once, in any case and with or without hyphens, and is stored hashed", async () => {
    const { codes } = await setUpApp();
    const [code = ""] = codes;
    const stored = await clinic.database.asOwner("SELECT hash FROM recovery_code");
    expect(stored).toHaveLength(10);
    expect(JSON.stringify(stored)).not.toContain(code.replaceAll("-", ""));
    const browser = await afterPassword();
    expect((await browser.post(prove, { code: code.toUpperCase().replaceAll("-", " ") })).status).toBe(200);
    expect(await isIn(browser)).toBe(true);
    expect(await (await afterPassword()).post(prove, { code })).toMatchObject(WRONG);
    expect(await clinic.database.asOwner("SELECT hash FROM recovery_code")).toHaveLength(9);
  });
});

describe("guesses", () => {
  it("are limited over all addresses and do not lock the owner out of a known browser", { tags: "long" }, async () => {
    const { secret, browser: known } = await setUpApp();
    await passTime();
    const { atOnce } = SIGN_IN_LIMITS.secondFactor;
    const guesses = [];
    for (let index = 0; index < atOnce + 2; index++) {
      const attacker = await afterPassword(`198.51.100.${index}`);
      guesses.push(await attacker.post(prove, { code: "000000" }));
    }
    expect(guesses.map(({ status }) => status)).toEqual([...Array(atOnce).fill(400), 429, 429]);
    expect(Number(guesses.at(-1)?.retryAfter)).toBeGreaterThan(0);
    expect(await (await afterPassword("198.51.100.99")).post(prove, { code: codeOf(secret) })).toMatchObject({
      status: 429,
    });
    expect(await known.signInByPassword(ADA, PASSWORD)).toBe(200);
    expect((await known.post(prove, { code: codeOf(secret) })).status).toBe(200);
  });
});

describe("a challenge", () => {
  it("ends with a new password, an expiry and a removal of the factors", async () => {
    const { secret } = await setUpApp();
    await passTime();
    const changed = await afterPassword();
    await changePerson(clinic.organizationId(), clinic.userId, { sessionVersion: 7 });
    expect(await changed.post(prove, { code: codeOf(secret) })).toMatchObject(OVER);
    const late = await afterPassword();
    await clinic.database.asOwner("UPDATE second_factor_challenge SET expires_at = now()");
    expect(await late.post(prove, { code: codeOf(secret) })).toMatchObject(OVER);
    const removed = await afterPassword();
    await withTenant(tenant(), (tx) => removeFactors(tx, clinic.userId));
    expect(await removed.post(prove, { code: codeOf(secret) })).toMatchObject(OVER);
  });

  it("is kept for the five newest sign-ins of a person alone", async () => {
    await setUpApp();
    for (let index = 0; index < 8; index++) await afterPassword();
    expect(await clinic.database.asOwner("SELECT id FROM second_factor_challenge")).toHaveLength(5);
  });

  it("opens nothing as a session, and a session opens no challenge", async () => {
    const { browser: signedIn } = await setUpApp();
    const browser = await afterPassword();
    const challenge = browser.console.kept.get("crc.sign-in.challenge") ?? "";
    expect(await sessionUser(new Headers({ cookie: `crc.session=${challenge}` }))).toBeNull();
    const swapped = new SignInBrowser(CONSOLE);
    swapped.console.kept.set("crc.sign-in.challenge", signedIn.console.kept.get("crc.session") ?? "");
    expect(await swapped.post(prove, { code: "123456" })).toMatchObject(OVER);
  });
});

it("refuses a passkey that nobody has", async () => {
  await setUpApp();
  const browser = await afterPassword();
  const { body } = await browser.post(askForPasskey, {});
  expect(body.options).toMatchObject({ rpId: "localhost", allowCredentials: [] });
  const passkey = {
    id: "AAAA",
    rawId: "AAAA",
    type: "public-key",
    response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
  };
  expect(await browser.post(prove, { passkey })).toMatchObject({ status: 400 });
});

it("leaves entries in the audit log: a refused code, a new factor and the session with what proved it", async () => {
  const { secret } = await setUpApp();
  await passTime();
  const browser = await afterPassword();
  await browser.post(prove, { code: "000000" });
  await browser.post(prove, { code: codeOf(secret) });
  await flushAudit();
  const entries = await clinic.database.asOwner(
    "SELECT action, route, status, detail FROM audit_log ORDER BY at DESC, id DESC LIMIT 4",
  );
  expect(entries).toEqual([
    {
      action: "session:start",
      route: "POST /api/second-factor/prove",
      status: 200,
      detail: { second_factor: "authenticator app" },
    },
    { action: "second-factor:refuse", route: "POST /api/second-factor/prove", status: 400, detail: null },
    { action: "session:start", route: "POST /api/second-factor/enrol", status: 200, detail: null },
    {
      action: "second-factor:add",
      route: "POST /api/second-factor/enrol",
      status: 200,
      detail: { record: "Authenticator app" },
    },
  ]);
});

it("asks nobody for it who comes through the OpenID provider", async () => {
  const { browser: known } = await setUpApp();
  clinic.provider().change((_token, claims, sign) => sign({ ...claims, sub: "7", email: ADA, email_verified: true }));
  // It has proven the password, so that the provider's account is bound.
  await known.signIn("somebody");
  const browser = new SignInBrowser(CONSOLE);
  await browser.signIn("somebody");
  expect(await isIn(browser)).toBe(true);
});

import { SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { logger } from "#lib/kernel/logger";
import { ADA, CONSOLE, clinicWithProvider, expectRefused } from "#lib/testing/clinic-with-provider";
import type { TokenChange } from "#lib/testing/openid-provider";
import { SignInBrowser } from "#lib/testing/sign-in-browser";

const clinic = clinicWithProvider();

const now = () => Math.floor(Date.now() / 1_000);
const unsigned = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

const COMPARISON = "OAUTH_JWT_CLAIM_COMPARISON_FAILED";
const TIME = "OAUTH_JWT_TIMESTAMP_CHECK_FAILED";
const INVALID = "OAUTH_INVALID_RESPONSE";

const CHANGES: [string, [string, string], TokenChange][] = [
  ["another nonce", [COMPARISON, "nonce"], (_token, claims, sign) => sign({ ...claims, nonce: "x".repeat(43) })],
  ["no nonce", [INVALID, "nonce"], (_token, { nonce, ...claims }, sign) => sign(claims)],
  ["another audience", [COMPARISON, "aud"], (_token, claims, sign) => sign({ ...claims, aud: "other" })],
  [
    "another party beside us",
    [COMPARISON, "azp"],
    (_token, claims, sign) => sign({ ...claims, aud: ["console", "other"], azp: "other" }),
  ],
  ["another issuer", [COMPARISON, "iss"], (_token, claims, sign) => sign({ ...claims, iss: "https://evil.example" })],
  ["its time over", [TIME, "exp"], (_token, claims, sign) => sign({ ...claims, iat: now() - 600, exp: now() - 300 })],
  ["its time to come", [TIME, "nbf"], (_token, claims, sign) => sign({ ...claims, nbf: now() + 300 })],
  ["no end", [INVALID, "exp"], (_token, { exp, ...claims }, sign) => sign(claims)],
  [
    "a changed signature",
    [INVALID, "JWT signature verification failed"],
    (token) => token.slice(0, -8) + (token.endsWith("AAAAAAAA") ? "BBBBBBBB" : "AAAAAAAA"),
  ],
  [
    "changed claims",
    [INVALID, "JWT signature verification failed"],
    (token, claims) => {
      const [header, , signature] = token.split(".");
      return [header, unsigned({ ...claims, email: ADA, email_verified: true }), signature].join(".");
    },
  ],
  [
    "no signature",
    [INVALID, 'unexpected JWT "alg" header parameter'],
    (_token, claims) => `${unsigned({ alg: "none" })}.${unsigned(claims)}.`,
  ],
  [
    "the client's secret for a key",
    [INVALID, 'unexpected JWT "alg" header parameter'],
    (_token, claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(clinic.provider().variables.OIDC_CLIENT_SECRET)),
  ],
];

it.each(CHANGES)("refuses an id token with %s", async (_name, [kind, reason], change) => {
  const warned = vi.spyOn(logger, "warn");
  clinic.provider().change(change);
  const browser = new SignInBrowser(CONSOLE);
  expectRefused(browser, await browser.signIn(ADA), "failed");
  expect(warned.mock.calls.map(([fields]) => fields)).toEqual([{ operation: "return", kind, reason }]);
  warned.mockRestore();
});

it("accepts an address in the id token itself", async () => {
  clinic.provider().change((_token, claims, sign) => sign({ ...claims, email: ADA, email_verified: true }));
  const browser = new SignInBrowser(CONSOLE);
  expect((await browser.signIn("other@clinic.example")).headers.get("location")).toBe(`${CONSOLE}/`);
  expect(browser.console.kept.has("crc.session")).toBe(true);
});

describe("refuses with the same message", () => {
  it.each([
    ["an unknown person", "nobody@clinic.example"],
    ["a deactivated person", "gone@clinic.example"],
    ["an address that the provider has not verified", "unverified.bob@clinic.example"],
    ["an address that only looks like one of ours", "\u212Aate@clinic.example"],
  ])("%s", async (_name, email) => {
    const browser = new SignInBrowser(CONSOLE);
    expectRefused(browser, await browser.signIn(email), "unknown");
  });

  it("an account without an address, and one whose address is verified only by a text", async () => {
    for (const changed of [{ email: "" }, { email: ADA, email_verified: "yes" }, { email: ADA }]) {
      clinic.provider().change((_token, claims, sign) => sign({ ...claims, email_verified: false, ...changed }));
      const browser = new SignInBrowser(CONSOLE);
      expectRefused(browser, await browser.signIn(ADA), "unknown");
    }
  });

  it("and creates no user", async () => {
    const people = await clinic.database.asOwner("SELECT id FROM app_user WHERE organization_id = $1", [
      clinic.organizationId(),
    ]);
    expect(people).toHaveLength(4);
  });
});

it("refuses a provider with a different issuer name", async () => {
  clinic.configure({ OIDC_ISSUER: clinic.provider().issuer.replace("127.0.0.1", "localhost") });
  const left = await new SignInBrowser(CONSOLE).leave();
  expect([left.status, (await left.json()).refused]).toEqual([400, "failed"]);
});

import { SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { logger } from "#lib/kernel/logger";
import { ADA, CONSOLE, clinicWithProvider, expectRefused } from "#lib/testing/clinic-with-provider";
import type { TokenChange } from "#lib/testing/openid-provider";
import { SignInBrowser } from "#lib/testing/sign-in-browser";

const clinic = clinicWithProvider();

const now = () => Math.floor(Date.now() / 1_000);
const unsigned = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

const CHANGES: [string, string, TokenChange][] = [
  ["another nonce", "nonce mismatch", (_token, claims, sign) => sign({ ...claims, nonce: "x".repeat(43) })],
  ["no nonce", "nonce mismatch", (_token, { nonce, ...claims }, sign) => sign(claims)],
  ["another audience", "aud mismatch", (_token, claims, sign) => sign({ ...claims, aud: "other" })],
  [
    "another party beside us",
    "azp mismatch",
    (_token, claims, sign) => sign({ ...claims, aud: ["console", "other"], azp: "other" }),
  ],
  [
    "another issuer",
    "unexpected iss value",
    (_token, claims, sign) => sign({ ...claims, iss: "https://evil.example" }),
  ],
  ["its time over", "JWT expired", (_token, claims, sign) => sign({ ...claims, iat: now() - 600, exp: now() - 300 })],
  ["its time to come", "JWT not active yet", (_token, claims, sign) => sign({ ...claims, nbf: now() + 300 })],
  ["no end", "missing required JWT property", (_token, { exp, ...claims }, sign) => sign(claims)],
  [
    "a changed signature",
    "failed to validate JWT signature",
    (token) => token.slice(0, -8) + (token.endsWith("AAAAAAAA") ? "BBBBBBBB" : "AAAAAAAA"),
  ],
  [
    "changed claims",
    "failed to validate JWT signature",
    (token, claims) => {
      const [header, , signature] = token.split(".");
      return [header, unsigned({ ...claims, email: ADA, email_verified: true }), signature].join(".");
    },
  ],
  ["no signature", "unexpected JWT alg", (_token, claims) => `${unsigned({ alg: "none" })}.${unsigned(claims)}.`],
  [
    "the client's secret for a key",
    "unexpected JWT alg",
    (_token, claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(clinic.provider().variables.OIDC_CLIENT_SECRET)),
  ],
];

it.each(CHANGES)("refuses an id token with %s", async (_name, kind, change) => {
  const warned = vi.spyOn(logger, "warn");
  clinic.provider().change(change);
  const browser = new SignInBrowser(CONSOLE);
  expectRefused(browser, await browser.signIn(ADA), "failed");
  expect(warned.mock.calls.map(([fields]) => fields)).toEqual([{ operation: "OAUTH_CALLBACK_ERROR", kind }]);
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
  const browser = new SignInBrowser(CONSOLE);
  expectRefused(browser, await browser.signIn(ADA), "failed");
});

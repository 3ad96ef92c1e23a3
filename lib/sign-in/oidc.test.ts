import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { decode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { required } from "#lib/kernel/environment";
import { ADA, CONSOLE, clinicWithProvider, expectRefused } from "#lib/testing/clinic-with-provider";
import { SignInBrowser } from "#lib/testing/sign-in-browser";
import { sessionUser } from "./session-user.ts";
import { SIGN_IN_LIMITS } from "./sign-in-throttle.ts";

const clinic = clinicWithProvider();
const PAGE = "/a/0190abcdef0190abcdef0190abcdef01/activity?status=failed";

const hasSession = ({ console }: SignInBrowser) => console.kept.has("crc.session");

it("signs in a person whose address the provider has verified, and redirects to the requested page", async () => {
  const browser = new SignInBrowser(CONSOLE);
  const answer = await browser.signIn("Ada@Clinic.example", PAGE);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, CONSOLE + PAGE]);
  const set = answer.headers.getSetCookie().find((each) => each.startsWith("crc.session="));
  expect(set).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  const token = browser.console.kept.get("crc.session") ?? "";
  const { iat, exp, jti, ...session } = (await decode({ token, secret: required("AUTH_SECRET") })) ?? {};
  expect(session).toEqual({
    sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    userId: clinic.userId,
    organizationId: clinic.organizationId(),
    sessionVersion: 1,
    signedInAt: expect.closeTo(Date.now() / 1_000, -2),
  });
  expect(await sessionUser(new Headers({ cookie: browser.console.header }))).toMatchObject({
    id: clinic.userId,
    role: "staff",
  });
  expect([...browser.console.kept.keys()].filter((name) => name.startsWith("crc.sign-in"))).toEqual([]);
});

it("sends a new state, nonce and challenge each time, and requests only address and name", async () => {
  const browser = new SignInBrowser(CONSOLE);
  const left = [await browser.leave(), await browser.leave()];
  const [first, second] = await Promise.all(left.map(async (each) => new URL((await each.json()).url).searchParams));
  for (const name of ["state", "nonce", "code_challenge"]) {
    expect(first?.get(name)).toMatch(/^[\w-]{43}$/);
    expect(second?.get(name)).not.toBe(first?.get(name));
  }
  expect(Object.fromEntries(first ?? [])).toMatchObject({
    client_id: "console",
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: `${CONSOLE}/api/auth/callback/oidc`,
    scope: "openid email profile",
  });
});

it.each(["https://evil.example/", "//evil.example/x", "/\\evil.example", "javascript:alert(1)", "/api/auth/signout"])(
  "does not redirect to %s",
  async (next) => {
    const answer = await new SignInBrowser(CONSOLE).signIn(ADA, next);
    expect(answer.headers.get("location")).toBe(`${CONSOLE}/`);
  },
);

describe("refuses a return", () => {
  /** Returns a browser that has been at the provider, and the address that the provider sends it back to. */
  async function back() {
    const browser = new SignInBrowser(CONSOLE);
    return { browser, url: await browser.signInThere(await browser.leave(PAGE), ADA) };
  }
  const NEXT = `next=${encodeURIComponent(PAGE)}&`;

  it("with another state", async () => {
    const { browser, url } = await back();
    url.searchParams.set("state", "x".repeat(43));
    expectRefused(browser, await browser.comeBack(url), "failed", NEXT);
  });

  it("in another browser than the one that started, even if that one has started too", async () => {
    const { url } = await back();
    const other = new SignInBrowser(CONSOLE);
    expectRefused(other, await other.comeBack(url), "failed");
    await other.leave();
    expectRefused(other, await other.comeBack(url), "failed");
  });

  it("a second time, even with the first cookies", async () => {
    const { browser, url } = await back();
    const cookies = [...browser.console.kept];
    await browser.comeBack(url);
    expect(hasSession(browser)).toBe(true);
    browser.console.kept.clear();
    for (const [name, value] of cookies) browser.console.kept.set(name, value);
    expectRefused(browser, await browser.comeBack(url), "failed", NEXT);
  });

  it("with an invalid code, or another attempt's", async () => {
    const { browser, url } = await back();
    const cookies = [...browser.console.kept];
    url.searchParams.set("code", "made-up");
    expectRefused(browser, await browser.comeBack(url), "failed", NEXT);
    const other = await back();
    url.searchParams.set("code", other.url.searchParams.get("code") ?? "");
    for (const [name, value] of cookies) browser.console.kept.set(name, value);
    expectRefused(browser, await browser.comeBack(url), "failed", NEXT);
  });

  it("with the provider's refusal, whose text is not repeated", async () => {
    const { browser, url } = await back();
    const refusal = new URL(url.origin + url.pathname);
    const words = "<script>alert(1)</script>";
    refusal.search = new URLSearchParams({
      error: words,
      error_description: words,
      error_uri: "//evil.example",
    }).toString();
    expectRefused(browser, await browser.comeBack(refusal), "failed", NEXT);
  });
});

it("reports an unreachable provider to the page that started", async () => {
  clinic.configure({ OIDC_ISSUER: "http://127.0.0.1:1" });
  const answer = await new SignInBrowser(CONSOLE).leave();
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ success: false, message: expect.any(String), refused: "unreachable" });
});

it("times out even if the provider keeps sending", { tags: "long" }, async () => {
  const server = createServer((_request, response) => {
    const drip = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(drip));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  clinic.configure({ OIDC_ISSUER: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const since = performance.now();
  const answer = await new SignInBrowser(CONSOLE).leave();
  expect([answer.status, (await answer.json()).refused]).toEqual([503, "unreachable"]);
  expect(performance.now() - since).toBeLessThan(8_000);
  server.closeAllConnections();
  server.close();
});

it("redirects to the provider only from our own pages", async () => {
  const browser = new SignInBrowser(CONSOLE);
  const answer = await browser.leave("/", "oidc", { origin: "https://evil.example" });
  expect([answer.status, (await answer.json()).refused]).toEqual([400, "failed"]);
});

it("limits the attempts per address, without counting successful ones", async () => {
  const browser = new SignInBrowser(CONSOLE);
  await browser.signIn(ADA);
  const { atOnce, secondsEach } = SIGN_IN_LIMITS.address;
  const rows = await clinic.database.asOwner(
    "SELECT * FROM sign_in_bucket WHERE empty_at > now() + interval '1 second'",
  );
  expect(rows).toEqual([]);
  await clinic.database.asOwner("UPDATE sign_in_bucket SET empty_at = now() + make_interval(secs => $1)", [
    (atOnce - 1) * secondsEach - 1,
  ]);
  const second = new SignInBrowser(CONSOLE);
  expectRefused(second, await second.signIn(ADA), "throttled");
  const again = await second.leave();
  expect([again.status, (await again.json()).refused]).toEqual([429, "throttled"]);
  expect(Number(again.headers.get("retry-after"))).toBeLessThanOrEqual(secondsEach);
  const elsewhere = new SignInBrowser(CONSOLE, "192.0.2.2");
  expect((await elsewhere.leave()).status).toBe(200);
});

it("does not exist without a configured provider", async () => {
  clinic.configure({ OIDC_ISSUER: "", OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" });
  const answer = await new SignInBrowser(CONSOLE).leave();
  expect([answer.status, (await answer.json()).refused]).toEqual([400, "failed"]);
});

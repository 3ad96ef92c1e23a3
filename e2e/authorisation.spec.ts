import { readdir, readFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

const APP = fileURLToPath(new URL("../app", import.meta.url));
const NOBODY = "01900000000070008000000000000001";

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Local address that the request is sent from. */
  localAddress?: string;
}

/** Sends one request with exactly these headers, including those that a browser forbids a page to set. */
function send(
  demo: DemoFile,
  path: string,
  { method = "GET", headers = {}, body, localAddress }: Asked = {},
): Promise<Answered> {
  const { hostname, port } = new URL(demo.console_url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, localAddress }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    sent.on("error", reject).end(body);
  });
}

/** Sends a request as `send` does, and follows the framework's redirect that adds `_rsc` to the address. */
async function sendNamed(demo: DemoFile, path: string, asked: Asked): Promise<Answered> {
  const answer = await send(demo, path, asked);
  const named = answer.headers.location ?? "";
  return answer.status === 307 && /[?&]_rsc=/.test(named) ? send(demo, named, asked) : answer;
}

/** Returns the paths of all files of this name in app/, without route groups and with parameters filled in. */
async function addressesOf(name: "page.tsx" | "route.ts", account = NOBODY): Promise<string[]> {
  const files = (await readdir(APP, { recursive: true })).filter((file) => file.split("/").at(-1) === name);
  return files.map((file) => {
    const parts = file.split("/").slice(0, -1);
    const named = parts.filter((part) => !part.startsWith("("));
    const filled = named.map((part) =>
      part === "[account]" ? account : part === "[job_id]" ? "1" : part.startsWith("[") ? "x" : part,
    );
    return `/${filled.join("/")}`;
  });
}

/** Pages without a session: sign-in, invitations, the end of a sign-in at an EMR, and embedded views, which hold no data by themselves. */
const OPEN_PAGES = /^\/(sign-in|invitation|emr-authorization)$|^\/embed(\/|$)/;

/** Routes outside /v1 and their permitted callers. A new route fails the test until it is listed here. */
const OTHER_ROUTES: Record<
  string,
  "anybody" | "this machine" | "a signature" | "a token" | "an unguessable address" | "our own pages"
> = {
  "/api/auth/x": "anybody",
  // Where EMRs lead back, with a state that is judged.
  "/api/emr-authorization/callback": "anybody",
  "/api/emr-authorization/start": "our own pages",
  "/api/emr-events/x": "an unguessable address",
  "/api/emr-webhooks/x": "an unguessable address",
  "/api/health": "anybody",
  "/api/invitation": "our own pages",
  "/api/invitation/accept": "our own pages",
  "/api/invitation/choose": "our own pages",
  "/api/invitation/join": "our own pages",
  // Public keys, for the authorization servers of linked EMRs.
  "/api/jwks/x": "anybody",
  "/api/metrics": "this machine",
  // Metadata, and what clients ask before and without a person; absent while no organization has it on.
  "/api/oauth/authorization-server": "anybody",
  "/api/oauth/protected-resource": "anybody",
  "/api/oauth/register": "anybody",
  "/api/oauth/revoke": "anybody",
  "/api/oauth/token": "anybody",
  "/api/password-reset": "our own pages",
  "/api/pdf/x/x": "anybody",
  "/api/ready": "anybody",
  "/api/runner": "a token",
  "/api/second-factor/begin": "our own pages",
  "/api/second-factor/enrol": "our own pages",
  "/api/second-factor/passkey": "our own pages",
  "/api/second-factor/prove": "our own pages",
  "/api/session/organization": "our own pages",
  "/api/webhooks/inbox": "a signature",
  // The client of the interface, which names nothing of a deployment.
  "/client": "anybody",
  "/client/openapi.json": "anybody",
  "/client/postman.json": "anybody",
  "/client/x": "anybody",
  "/mcp": "a token",
  // An organization's directory, which provisions users.
  "/scim/v2/Groups": "a token",
  "/scim/v2/ResourceTypes": "a token",
  "/scim/v2/ResourceTypes/x": "a token",
  "/scim/v2/Schemas": "a token",
  "/scim/v2/Schemas/x": "a token",
  "/scim/v2/ServiceProviderConfig": "a token",
  "/scim/v2/Users": "a token",
  "/scim/v2/Users/x": "a token",
  "/scim/v2/x": "a token",
};

/** Internal headers of the framework and of the product; some of them allowed bypasses in other products. */
const INTERNAL_HEADERS: Record<string, string>[] = [
  { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
  { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "x-middleware-rewrite": "/api/health", "x-middleware-next": "1", "x-middleware-override-headers": "cookie" },
  { "x-middleware-prefetch": "1", purpose: "prefetch", "next-router-prefetch": "1" },
  {
    "x-invoke-path": "/api/health",
    "x-invoke-status": "200",
    "x-invoke-query": "{}",
    "x-invoke-output": "/api/health",
  },
  { "x-matched-path": "/sign-in", "x-now-route-matches": "1=x" },
  { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" },
  { "x-crc-page": "/x", "x-crc-caller-address": "127.0.0.1", "x-crc-direct-peer": "loopback", "x-nonce": "n" },
  { "x-nextjs-data": "1" },
  { rsc: "1", "next-router-segment-prefetch": "/_tree" },
  { rsc: "1", "next-url": "/sign-in" },
];

/** The framework's outline of a page: names of its segments, without content. */
const OUTLINE = /^(?:\d+:\[\["children",\{"s":.*\}\]\]\n)+0:\{"q":"","i":false,"S":false,.*\}\n$/;

/** A page that nobody has until an admin switches OAuth on; then it needs a session, too (oauth.spec.ts). */
const SWITCHED_OFF = "/oauth/authorize";

const MEMBERS = /Patients<|Riverside|Lakeside|"role":"(admin|staff)"|permissions/;

test("no page shows content without a session, even with forged headers of the framework", { tag: "@long" }, async ({
  demo,
}) => {
  const pages = await addressesOf("page.tsx");
  expect(pages.length).toBeGreaterThan(20);
  expect(pages).toContain(SWITCHED_OFF);
  for (const headers of [{}, ...INTERNAL_HEADERS]) {
    const answer = await sendNamed(demo, SWITCHED_OFF, { headers });
    const what = JSON.stringify(headers);
    expect(answer.text, what).not.toMatch(MEMBERS);
    if (answer.status === 200) expect(answer.text, what).toMatch(/NEXT_HTTP_ERROR_FALLBACK;404|^\d+:\[\["children"/);
    else expect([204, 404], what).toContain(answer.status);
  }
  for (const page of pages.filter((each) => each !== SWITCHED_OFF && !OPEN_PAGES.test(each))) {
    const plain = await send(demo, page);
    expect([page, plain.status, plain.headers.location]).toEqual([page, 307, expect.stringMatching(/^\/sign-in/)]);
    for (const headers of INTERNAL_HEADERS) {
      const answer = await sendNamed(demo, page, { headers });
      const what = `${page} ${JSON.stringify(headers)}`;
      expect(answer.text, what).not.toMatch(MEMBERS);
      // The framework answers its own client's requests with a redirect in the body.
      if (answer.status === 200 && !OUTLINE.test(answer.text)) {
        expect(answer.text, what).toMatch(/NEXT_REDIRECT;replace;\/sign-in/);
      } else if (answer.status === 200) expect(answer.text.length, what).toBeLessThan(1_000);
      else expect([204, 307, 404], what).toContain(answer.status);
    }
    const called = await send(demo, page, {
      method: "POST",
      headers: { "next-action": "a".repeat(42), "content-type": "text/plain;charset=UTF-8" },
      body: "[]",
    });
    expect([page, called.status >= 300, called.text]).toEqual([page, true, expect.not.stringMatching(MEMBERS)]);
    const cookies = ["crc.session=x", "crc.session=eyJhbGciOiJkaXIifQ..x.y.z", "__Host-crc.session=x"];
    for (const cookie of cookies) expect((await send(demo, page, { headers: { cookie } })).status).toBe(307);
  }
});

test("every page checks its reader by itself, and no server function can be called", async () => {
  const files = await readdir(APP, { recursive: true });
  for (const file of files.filter((each) => each.startsWith("(console)") && each.endsWith("page.tsx"))) {
    expect(await readFile(join(APP, file), "utf8"), file).toMatch(/await require(PageUser|Permission)\(/);
  }
  const sources = ["app", "components", "lib"].map(async (folder) => {
    const root = join(APP, "..", folder);
    const names = (await readdir(root, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
    return Promise.all(names.map((name) => readFile(join(root, name), "utf8")));
  });
  for (const text of (await Promise.all(sources)).flat()) expect(text).not.toMatch(/^\s*["']use server["']/m);
});

test("routes beside /v1 answer only their intended callers", { tag: "@long" }, async ({ demo }) => {
  const routes = (await addressesOf("route.ts")).filter((each) => !each.startsWith("/v1"));
  expect(routes.sort()).toEqual(Object.keys(OTHER_ROUTES).sort());
  const other = { "x-forwarded-for": "198.51.100.7", "content-type": "application/json" };
  const body = JSON.stringify({ token: "invitation_x", name: "X", password: "correct horse battery" });
  for (const [path, whom] of Object.entries(OTHER_ROUTES).filter(([, each]) => each !== "anybody")) {
    const method = whom === "this machine" ? "GET" : "POST";
    for (const headers of [other, ...INTERNAL_HEADERS.map((each) => ({ ...each, ...other }))]) {
      const answer = await send(demo, path, { method, headers, ...(method === "POST" ? { body } : {}) });
      const refused = { "our own pages": 403, "an unguessable address": 404 }[whom as string] ?? 401;
      expect([path, answer.status]).toEqual([path, refused]);
      const scimError = { schemas: [expect.stringContaining("Error")], status: "401", detail: expect.any(String) };
      const rpcError = { jsonrpc: "2.0", id: null, error: { code: -32_000, message: expect.any(String) } };
      const plainError = { success: false, message: expect.any(String) };
      const error = path.startsWith("/scim/") ? scimError : path === "/mcp" ? rpcError : plainError;
      expect(JSON.parse(answer.text)).toEqual(error);
    }
  }
});

/** Routes for back ends without an access token: there the two headers of a client are a principal, which may not link. */
const OF_CLIENTS = [
  /^\w+ \/v1\/link-tokens(\/|$)/,
  /^GET \/v1\/linked-accounts$/,
  /^(PATCH|DELETE) \/v1\/linked-accounts\/[^/]+$/,
  /^(GET|POST) \/v1\/webhook-endpoints$/,
  /^(GET|PATCH|DELETE) \/v1\/webhook-endpoints\/(?!health$)[^/]+$/,
  /^POST \/v1\/webhook-endpoints\/[^/]+\/rotate-secret$/,
];
const isOfClients = (method: string, path: string): boolean =>
  OF_CLIENTS.some((pattern) => pattern.test(`${method} ${path}`));

test("no route of /v1 answers without a valid principal, even with forged headers of the framework", {
  tag: "@long",
}, async ({ demo }) => {
  test.slow();
  const routes = (await addressesOf("route.ts")).filter((each) => each.startsWith("/v1/"));
  expect(routes.length).toBeGreaterThan(50);
  const [mine, theirs] = demo.organizations;
  const client = { client_id: mine?.client_id ?? "", client_secret: mine?.client_secret ?? "" };
  const wrong: Record<string, string>[] = [
    {},
    client,
    {
      client_id: mine?.client_id ?? "",
      client_secret: mine?.client_secret ?? "",
      access_token: theirs?.accounts[0]?.access_token ?? "",
    },
    {
      client_id: mine?.client_id ?? "",
      client_secret: theirs?.client_secret ?? "",
      access_token: mine?.accounts[0]?.access_token ?? "",
    },
    { authorization: "Bearer embed_x" },
    { authorization: `Bearer ${mine?.accounts[0]?.access_token}` },
    { cookie: "crc.session=x", "x-linked-account": NOBODY },
    ...INTERNAL_HEADERS,
    { "next-action": "a".repeat(40) },
  ];
  for (const path of routes) {
    if (path === "/v1/x") continue;
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const plain = await send(demo, path, { method });
      // 405 reveals only what the public API document states.
      expect([401, 405], `${method} ${path}`).toContain(plain.status);
      if (plain.status === 405) continue;
      for (const headers of wrong) {
        const answer = await send(demo, path, {
          method,
          headers: { "content-type": "application/json", ...headers },
        });
        // Beyond 60 wrong credentials per minute, an address is answered 429.
        const hasCredentials = "client_id" in headers || "authorization" in headers;
        const refused = headers === client && isOfClients(method, path) ? 403 : 401;
        expect(hasCredentials ? [refused, 429] : [refused], `${method} ${path}`).toContain(answer.status);
        expect(JSON.parse(answer.text)).toEqual({ success: false, message: expect.any(String) });
      }
    }
  }
});

const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

test("another tenant's account and pages for admins return 404, and writes require our own origin", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff");
  const cookie = await cookieOf(page.context());
  const account = /\/a\/([0-9a-f]{32})\//.exec(page.url())?.[1] ?? "";
  const own = { cookie, "x-linked-account": account };

  for (const path of ["audit", "integrations", "people", "webhooks"]) {
    for (const headers of [{}, ...INTERNAL_HEADERS]) {
      const answer = await sendNamed(demo, `/a/${account}/${path}`, { headers: { ...headers, cookie } });
      if (answer.status === 200 && !OUTLINE.test(answer.text)) {
        expect(answer.text, path).toContain("NEXT_HTTP_ERROR_FALLBACK;404");
      } else if (answer.status === 200) expect(answer.text.length, path).toBeLessThan(1_000);
      else expect([204, 404], path).toContain(answer.status);
    }
  }
  for (const address of await addressesOf("page.tsx", NOBODY)) {
    if (!address.startsWith("/a/") || address.endsWith("/today") || address === `/a/${NOBODY}`) continue;
    const { text } = await send(demo, address, { headers: { cookie } });
    expect(text, address).not.toContain(`"linkedAccount":"${NOBODY}"`);
  }
  expect((await send(demo, "/v1/patients", { headers: { ...own, "x-linked-account": NOBODY } })).status).toBe(404);

  const { origin, host } = new URL(demo.console_url);
  const write = async (headers: Record<string, string>, body = "{}") =>
    (await send(demo, "/v1/payments", { method: "POST", headers: { ...own, host, ...headers }, body })).status;
  const json = { "content-type": "application/json" };
  // Headers of a cross-site form post, and those that such a page can forge.
  const crossSite: Record<string, string>[] = [
    { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" },
    { "content-type": "multipart/form-data; boundary=x", origin: "https://evil.example" },
    { "content-type": "text/plain", origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    { "content-type": "text/plain" },
    { ...json, origin: "null" },
    { ...json, origin: `${origin}.evil.example` },
    { ...json, origin: `${origin}@evil.example` },
    { ...json, origin: `https://evil.example/${host}` },
    { ...json, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    { ...json, referer: `${origin}/` },
    { ...json, origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    json,
  ];
  for (const headers of crossSite) expect([headers, await write(headers)]).toEqual([headers, 403]);
  expect(await write({ ...json, origin })).toBe(400);
  expect(await write({ "content-type": "text/plain", origin })).toBe(415);
  for (const headers of crossSite) {
    const answer = await send(demo, "/api/invitation", { method: "POST", headers: { host, ...headers }, body: "{}" });
    expect([headers, answer.status]).toEqual([headers, 403]);
    const out = await send(demo, "/api/auth/signout", {
      method: "POST",
      headers: { host, cookie, ...headers },
      body: "",
    });
    expect(out.headers["set-cookie"]?.join() ?? "", JSON.stringify(headers)).not.toMatch(/crc\.session=;/);
  }
  expect((await send(demo, "/v1/patients?limit=1", { headers: own })).status).toBe(200);
});

test("every kind of response prevents sniffing, referrers, framing and embedding elsewhere", async ({ page, demo }) => {
  const script = await page.goto("/sign-in").then(() => page.locator("script[src]").first().getAttribute("src"));
  const kinds = {
    "a page": "/sign-in",
    "a redirect": "/",
    "no page": "/nothing/here",
    "a refusal of /v1": "/v1/patients",
    "no route of /v1": "/v1/nothing",
    "a malformed address": "/v1/%",
    "a static script": script ?? "",
    "a picture": "/icon.svg",
    "a file of the PDF viewer": "/api/pdf/standard_fonts/FoxitFixed.pfb",
    health: "/api/health",
    "the sign-in library": "/api/auth/providers",
  };
  for (const [kind, path] of Object.entries(kinds)) {
    const { headers } = await send(demo, path);
    expect([kind, headers["x-content-type-options"]]).toEqual([kind, "nosniff"]);
    expect([kind, headers["referrer-policy"]]).toEqual([kind, "no-referrer"]);
    expect([kind, headers["cross-origin-resource-policy"]]).toEqual([kind, "same-origin"]);
    expect([kind, headers["x-powered-by"]]).toEqual([kind, undefined]);
    if (/^\/(v1|api)/.test(path)) {
      const policy = "default-src 'none'; frame-ancestors 'none'";
      expect([kind, headers["content-security-policy"]]).toEqual([kind, policy]);
    }
  }
  for (const path of ["/sign-in", "/nothing/here", "/"]) {
    const { headers } = await send(demo, path);
    expect([path, headers["cross-origin-opener-policy"]]).toEqual([path, "same-origin"]);
    expect([path, headers["content-security-policy"]]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  }
});

/** Returns a function that attempts one sign-in from an address of this machine. */
async function signInFrom(demo: DemoFile, email: string, localAddress?: string) {
  const from = localAddress === undefined ? {} : { localAddress };
  const { headers, text } = await send(demo, "/api/auth/csrf", from);
  const cookie = (headers["set-cookie"] ?? []).map((each) => each.split(";")[0]).join("; ");
  const csrfToken = JSON.parse(text).csrfToken;
  return (password: string, device = ""): Promise<Answered> =>
    send(demo, "/api/auth/callback/credentials", {
      ...from,
      method: "POST",
      headers: { cookie: `${cookie}; ${device}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email, password, csrfToken, json: "true" }).toString(),
    });
}

test("sign-in attempts beyond a limit are refused alike for known and unknown accounts", async ({ page, demo }) => {
  const known = demo.organizations[1]?.users.find(({ role }) => role === "staff")?.email ?? "";
  const refusals: [number, string | undefined, string][] = [];
  for (const email of [known, "nobody@lakeside.example"]) {
    const attempt = await signInFrom(demo, email);
    const first = Array.from({ length: 10 }, () => attempt("wrong"));
    expect(new Set((await Promise.all(first)).map(({ status }) => status))).toEqual(new Set([401]));
    const refused = await attempt("wrong");
    refusals.push([refused.status, refused.headers["retry-after"], JSON.parse(refused.text).message]);
  }
  for (const [status, after, message] of refusals) {
    expect(status).toBe(429);
    expect(Number(after)).toBeGreaterThan(800);
    expect(message).toBe("Too many attempts to sign in. Try again in 15 minutes");
  }
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(known);
  await page.getByLabel("Password", { exact: true }).fill(demo.organizations[1]?.users[0]?.password ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Too many attempts to sign in" })).toContainText("15 minutes");
});

test("wrong passwords lock an account neither at other addresses nor in browsers that the owner used before", {
  tag: "@long",
}, async ({ demo }) => {
  // No other test signs in as this user: its limit of attempts stays exhausted for hours.
  const { email, password } = demo.organizations[1]?.users.find(({ role }) => role === "staff") ?? {};
  if (!email || !password) throw new Error("The demo has no staff");
  const owner = await signInFrom(demo, email, "127.0.0.11");
  const attacker = await signInFrom(demo, email, "127.0.0.12");
  const answers = await Promise.all(Array.from({ length: 52 }, () => attacker("wrong")));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(42);
  const { status, headers } = await owner(password);
  expect(status).toBe(200);
  const device = headers["set-cookie"]?.find((each) => each.startsWith("crc.device="))?.split(";")[0] ?? "";

  for (let from = 13; from < 17; from++) {
    const other = await signInFrom(demo, email, `127.0.0.${from}`);
    await Promise.all(Array.from({ length: 10 }, () => other("wrong")));
  }
  expect((await owner(password)).status).toBe(429);
  expect((await owner(password, device)).status).toBe(200);
});

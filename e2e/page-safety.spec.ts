import { request } from "node:http";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("every page has a policy with its own nonce, and no script runs without it", async ({ page, demo }) => {
  const nonces = new Set<string>();
  for (let visit = 0; visit < 2; visit++) {
    const response = await page.goto(`${demo.console_url}/sign-in`);
    const headers = response?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(nonce).toBeTruthy();
    nonces.add(nonce ?? "");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe-/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const html = (await response?.text()) ?? "";
    const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes ?? "");
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((attributes) => !attributes.includes(`nonce="${nonce}"`))).toEqual([]);
  }
  expect(nonces.size).toBe(2);

  const refused = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
        document.body.insertAdjacentHTML("beforeend", `<img alt="" src="/nowhere.png" onerror="resolve('it ran')">`);
      }),
  );
  expect(refused).toMatch(/^script-src/);
});

test("nobody can frame an address that only begins like an embedded view's", async ({ demo }) => {
  for (const path of [
    "/v1foo",
    "/v1%2Fjobs",
    "/apifoo",
    "/icon",
    "/iconfoo",
    "/embed.jsx",
    "/embed.js/x",
    "/nothing",
  ]) {
    const { headers } = await fetch(`${demo.console_url}${path}`, { redirect: "manual" });
    expect.soft(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
  }
  for (const path of ["/icon.svg", "/embed.js", "/embed.d.ts", "/api/health"]) {
    expect.soft((await fetch(`${demo.console_url}${path}`)).status, path).toBe(200);
  }
  const types = await fetch(`${demo.console_url}/embed.d.ts`);
  expect(types.headers.get("content-type")).toBe("application/typescript; charset=utf-8");
});

test("without a session a page leads to the sign-in and the API answers 401", async ({ page, demo }) => {
  await page.goto(`${demo.console_url}/a/01900000000070008000000000000001/activity`);
  await expect(page).toHaveURL(/\/sign-in/);
  const answer = await fetch(`${demo.base_url}/patients`);
  expect([answer.status, await answer.json()]).toEqual([
    401,
    { success: false, message: "Missing or invalid credentials" },
  ]);
});

test("the account is in the address and a header, and another organization's account returns 404", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const account = /\/a\/([0-9a-f]{32})\//.exec(page.url())?.[1] ?? "";
  const ask = (headers: Record<string, string>, method = "GET") =>
    page.evaluate(
      async ([given, verb]) => {
        const answer = await fetch(verb === "GET" ? "/v1/patients?limit=1" : "/v1/payments", {
          method: verb,
          headers: given as Record<string, string>,
        });
        return [answer.status, (await answer.json()).message];
      },
      [headers, method] as const,
    );
  expect((await ask({ "x-linked-account": account }))[0]).toBe(200);
  expect(await ask({})).toEqual([400, "Missing required header: X-Linked-Account"]);
  expect(await ask({ "x-linked-account": "01900000000070008000000000000001" })).toEqual([
    404,
    "Linked account not found",
  ]);
});

test("a write with a session cookie from another origin is refused", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const account = /\/a\/([0-9a-f]{32})\//.exec(page.url())?.[1] ?? "";
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const origin of ["https://evil.example", "null", undefined]) {
    const answer = await fetch(`${demo.base_url}/payments`, {
      method: "POST",
      headers: {
        cookie,
        "x-linked-account": account,
        "content-type": "application/json",
        ...(origin === undefined ? {} : { origin }),
      },
      body: "{}",
    });
    expect(answer.status).toBe(403);
  }
});

test("a wrong password and an unknown address are refused alike", async ({ page, demo }) => {
  const known = demo.organizations[0]?.users[0]?.email ?? "";
  const messages: string[] = [];
  for (const email of [known, "nobody@riverside.example"]) {
    await page.goto(`${demo.console_url}/sign-in`);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    const alert = page.getByRole("alert").filter({ hasText: /\w/ });
    await expect(alert).toBeVisible();
    messages.push((await alert.textContent()) ?? "");
    await expect(page).toHaveURL(/\/sign-in/);
  }
  expect(messages[0]).toBe(messages[1]);
});

test("unknown routes, methods and bodies get the error body", async ({ demo }) => {
  const answers = await Promise.all([
    fetch(`${demo.base_url}/nothing/here`),
    fetch(demo.base_url),
    fetch(`${demo.base_url}/patients`, { method: "DELETE" }),
  ]);
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 405]);
  for (const body of bodies) expect(body).toEqual({ success: false, message: expect.any(String) });
});

test("a malformed method or address returns the error body, not a server error", async ({ demo }) => {
  const { hostname, port } = new URL(demo.base_url);
  const ask = (method: string, path: string) =>
    new Promise<[number | undefined, unknown]>((resolve, reject) => {
      const sent = request({ hostname, port, method, path }, async (answer) => {
        resolve([answer.statusCode, JSON.parse(Buffer.concat(await answer.toArray()).toString())]);
      });
      sent.on("error", reject).end();
    });
  expect(await ask("TRACE", "/v1/payments")).toEqual([405, { success: false, message: "Method TRACE is not allowed" }]);
  for (const path of ["/v1/jobs/%", "/v1/jobs/%FF", "/v1/%E0%A4%A"]) {
    expect(await ask("GET", path)).toEqual([404, { success: false, message: "Route not found" }]);
  }
});

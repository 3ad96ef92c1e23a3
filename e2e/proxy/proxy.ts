import assert from "node:assert/strict";
import { type Browser, chromium } from "@playwright/test";
import { findChromium } from "../chromium.ts";
import { apiHeaders } from "../support/credentials.ts";
import { freePort } from "../support/free-port.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "../support/product.ts";
import { ask, connectToProxy } from "./client.ts";
import { type RunningNginx, startNginx } from "./nginx.ts";

/** Maximum time from a job to its message at a client behind the proxy; a buffering proxy would take minutes. */
const LIVE_MS = 5_000;

const within = <Result>(work: Promise<Result>, what: string): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${what} took too long`)), LIVE_MS).unref()),
  ]);

/**
 * Checks the API behind the proxy: headers with underscores, the client's address, the product's own errors, live
 * messages.
 */
async function tryTheApi({ demo }: Product, port: number, { ca }: RunningNginx): Promise<void> {
  const session = connectToProxy(port, ca);
  const headers = { ...apiHeaders(demo), "content-type": "application/json" };
  try {
    const { patients } = JSON.parse((await ask(session, { path: "/v1/patients?limit=1", headers })).text);
    const { locations } = JSON.parse((await ask(session, { path: "/v1/locations?limit=1", headers })).text);
    const stream = within(
      ask(session, { path: "/v1/events/stream", headers }, (text) => text.includes('"payment.created"')),
      "a message of the stream",
    );
    const accepted = await ask(session, {
      method: "POST",
      path: "/v1/payments",
      headers: { ...headers, "x-forwarded-for": "203.0.113.9" },
      body: JSON.stringify({
        patient_mrn: patients[0].mrn,
        payment_method: "Credit Card",
        reference_number: "BEHIND-A-PROXY",
        location: locations[0].emr_id,
        amount: 12.5,
      }),
    });
    assert.equal(accepted.status, 202, accepted.text);
    assert.match((await stream).text, /^: /);
    process.stdout.write("HTTP/2: headers with underscores accepted, and messages streamed live\n");

    const large = await ask(session, {
      method: "POST",
      path: "/v1/payments",
      headers,
      body: `"${"x".repeat(3_000_000)}"`,
    });
    assert.equal(large.status, 413);
    assert.equal(JSON.parse(large.text).success, false);
    process.stdout.write("A body that is too large gets the product's own answer\n");
  } finally {
    session.close();
  }
}

/** Checks the console behind the proxy: sign-in, live updates, and the caller's address in the audit log. */
async function tryTheConsole(browser: Browser, { demo }: Product, origin: string): Promise<void> {
  const admin = demo.organizations[0]?.users.find(({ role }) => role === "admin");
  assert.ok(admin);
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Live", { exact: true }).waitFor();
  const cookies = await context.cookies();
  assert.ok(cookies.length > 0);
  for (const { name, secure } of cookies) assert.ok(secure, `the cookie ${name} is sent over https alone`);
  process.stdout.write("A person signs in over https, with secure cookies, and is live\n");

  await page.goto(`${page.url().split("/").slice(0, 5).join("/")}/audit`);
  const call = page.getByRole("row", { name: /Post a patient payment/ }).first();
  await call.waitFor();
  assert.match((await call.textContent()) ?? "", /127\.0\.0\.2/);
  process.stdout.write("The audit log names the caller's own address, not the proxy's nor a claimed one\n");
  await context.close();
}

/**
 * Requests an address that names a patient while the product is stopped, so that the proxy itself has an error to log.
 */
async function tryWithoutProduct(product: Product, port: number, { ca }: RunningNginx): Promise<void> {
  await product.stop();
  const session = connectToProxy(port, ca);
  const { status } = await ask(session, { path: "/v1/appointments?patient_mrn=MRN-1" });
  session.close();
  assert.equal(status, 502);
}

const port = await freePort();
const upstream = await freePort();
const origin = `https://localhost:${port}`;
const dataDir = await newDataDir();
const product = await startProduct({
  dataDir,
  port: upstream,
  variables: { PUBLIC_URL: origin, TRUSTED_PROXIES: "127.0.0.1/32" },
});
try {
  const proxy = await startNginx(port, upstream);
  const { executablePath, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    await tryTheApi(product, port, proxy);
    await tryTheConsole(browser, product, origin);
    await tryWithoutProduct(product, port, proxy);
    assert.equal(await proxy.requestLogs(), "");
    process.stdout.write("The proxy wrote down no address, with the product nor without it\n");
  } finally {
    await browser.close();
    await proxy.stop();
  }
} finally {
  await product.stop();
  await removeDataDir(dataDir);
}

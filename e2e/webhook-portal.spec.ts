import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { type FakeReceiver, startFakeReceiver, verifyDelivery } from "#lib/testing/fake-receiver";
import { type Portal, startPortal } from "./partner/portal.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { clinicClient } from "./support/clinic-client.ts";
import { apiHeaders } from "./support/credentials.ts";
import { documentedCode } from "./support/documented-code.ts";
import { test, viewIn } from "./support/partner.ts";
import { expect } from "./support/test.ts";

let receiver: FakeReceiver;
const portals: Portal[] = [];

test.beforeEach(async () => {
  receiver = await startFakeReceiver();
});
test.afterEach(async () => {
  for (const { server } of portals.splice(0)) server.close();
  await receiver.stop();
});

/** Opens the webhooks of one of the partner's customers in the partner's page. */
async function openPortal(page: Page, demo: DemoFile, customer: string) {
  const { client_id = "", client_secret = "", access_token = "" } = apiHeaders(demo);
  const credentials = { client_id, client_secret, access_token };
  const portal = await startPortal({ consoleUrl: demo.console_url, credentials, customer, port: 0 });
  portals.push(portal);
  await page.goto(`${portal.origin}/?view=webhooks`);
  return viewIn(page, "webhooks");
}

test("a partner's customer registers, tests and replays in the partner's page, of which another sees nothing", {
  tag: "@long",
}, async ({ strict, demo }) => {
  test.setTimeout(120_000);
  const url = `${receiver.url}/acme`;
  const name = url.replace("http://", "");
  const page = await strict.newPage();
  const acme = await openPortal(page, demo, "acme");
  await acme.getByRole("button", { name: "New endpoint" }).click();
  await acme.getByLabel("URL").fill(url);
  await acme.getByRole("button", { name: "Register the endpoint" }).click();
  const secret = (await acme.getByRole("dialog").locator("code").textContent()) ?? "";
  await acme.getByRole("button", { name: "I have stored it" }).click();

  const drawer = acme.getByRole("dialog", { name });
  await drawer.getByRole("button", { name: "Change its data" }).click();
  await drawer.getByRole("textbox", { name: "Data" }).fill("[20]");
  await drawer.getByRole("button", { name: "Send a test event" }).click();
  await expect(drawer.getByText("This must be an object")).toBeVisible();
  await drawer.getByRole("button", { name: "Start from the sample of" }).click();
  await acme.getByRole("option", { name: "payment.created" }).click();
  const sample = JSON.parse(await drawer.getByRole("textbox", { name: "Data" }).inputValue());
  const data = { ...sample, note: "Edited by hand" };
  await drawer.getByRole("textbox", { name: "Data" }).fill(JSON.stringify(data));
  await drawer.getByRole("button", { name: "Send a test event" }).click();
  await expect(drawer.getByText(/^Delivered · HTTP 204/)).toBeVisible();
  // The endpoint also receives the events of other tests' jobs.
  const isTest = ({ body }: { body: unknown }) => (body as { type: string }).type === "webhook_endpoint.test";
  const tests = () => receiver.deliveries.filter(isTest);
  const sent = await receiver.waitFor(isTest);
  expect(verifyDelivery(sent, secret)).toMatchObject({ type: "webhook_endpoint.test", data });
  expect(await findingsInBothThemes(page)).toEqual([]);

  await drawer.getByRole("button", { name: "Deliveries" }).click();
  await expect(acme.getByRole("tab", { name: "Event types" })).toHaveCount(0);
  await acme
    .getByRole("row")
    .getByRole("button", { name: /webhook_endpoint\.test/ })
    .click();
  const entry = acme.getByRole("dialog", { name: "webhook_endpoint.test" });
  await expect(entry.getByText("Edited by hand")).toBeVisible();
  await entry.getByRole("button", { name: "Requests and responses" }).click();
  for (const part of [/webhook-id: /, /^HTTP 204/]) {
    await expect(entry.locator("pre").filter({ hasText: part })).toBeVisible();
  }
  await expect(entry.getByRole("button", { name: /^Redeliver to (?!all)/ })).toHaveCount(1);
  await entry.getByRole("button", { name: `Redeliver to ${url}` }).click();
  await expect.poll(() => tests().length).toBe(2);
  expect(tests()[1]?.headers["webhook-id"]).toBe(sent.headers["webhook-id"]);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await entry.getByRole("button", { name: "Close" }).click();

  await acme.getByRole("button", { name: "Redeliver a range…" }).click();
  const range = acme.getByRole("dialog", { name: "Redeliver a range of events" });
  await range.getByRole("button", { name: /^Redeliver \d+ events?$/ }).click();
  await expect(range.getByText(/the log shows each result/)).toBeVisible();
  // Delivery is at least once (decisions §7).
  await expect.poll(() => tests().length).toBeGreaterThanOrEqual(3);

  const other = await strict.newPage();
  const bravo = await openPortal(other, demo, "bravo");
  await expect(bravo.getByText("No endpoints yet")).toBeVisible();
  await bravo.getByRole("tab", { name: "Delivery log" }).click();
  await expect(bravo.getByText("No events yet")).toBeVisible();
  expect(await findingsInBothThemes(other)).toEqual([]);

  const client = clinicClient(demo);
  const { webhook_endpoints: owned } = await client("GET", "/webhook-endpoints?owner=acme");
  // A try that failed before may have left an endpoint at another address.
  const made = (owned as { id: string; url: string }[]).filter((endpoint) => endpoint.url === url);
  expect(made).toMatchObject([{ url, owner: "acme" }]);
  await client("DELETE", `/webhook-endpoints/${made[0]?.id}`);
});

const DOCUMENTED = { console: "http://127.0.0.1:3000", portal: "http://localhost:4800" };

test("the documented back end and its page show a customer's webhooks", async ({ page, demo }) => {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const port = String((server.address() as AddressInfo).port);
  await new Promise((closed) => server.close(closed));
  const origin = `http://localhost:${port}`;
  const here = (code = "") =>
    code.replaceAll(DOCUMENTED.console, demo.console_url).replaceAll(DOCUMENTED.portal, origin).replace("4800", port);

  const folder = await mkdtemp(join(tmpdir(), "crc-portal-"));
  await writeFile(join(folder, "package.json"), '{"type":"module","private":true}');
  await writeFile(join(folder, "portal.js"), here(documentedCode("embedding.md", "js")[0]));
  await writeFile(join(folder, "portal.html"), here(documentedCode("embedding.md", "html")[1]));
  const { client_id, client_secret, access_token } = apiHeaders(demo);
  const credentials = { CLIENT_ID: client_id, CLIENT_SECRET: client_secret, ACCESS_TOKEN: access_token };
  const env = { ...process.env, ...credentials, RECORDS_URL: demo.base_url };
  const portal = spawn(process.execPath, ["portal.js"], { cwd: folder, env, stdio: "inherit" });
  try {
    await expect
      .poll(() =>
        fetch(origin).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    expect((await fetch(`${origin}/records-session`, { method: "POST" })).status).toBe(403);
    await page.goto(origin);
    const view = page.frameLocator("iframe");
    await view.getByRole("button", { name: "New endpoint" }).click();
    await view.getByLabel("URL").fill(`${receiver.url}/seven`);
    await view.getByRole("button", { name: "Register the endpoint" }).click();
    await expect(view.getByRole("dialog").locator("code")).toContainText("whsec_");
    const client = clinicClient(demo);
    const { webhook_endpoints: made } = await client("GET", "/webhook-endpoints?owner=customer-12");
    expect(made).toMatchObject([{ url: `${receiver.url}/seven` }]);
    await client("DELETE", `/webhook-endpoints/${made[0].id}`);
    const { embed_origins: origins } = await client("GET", "/embed/origins");
    const { id } = origins.find((each: { origin: string }) => each.origin === origin);
    await client("DELETE", `/embed/origins/${id}`);
  } finally {
    portal.kill();
    await rm(folder, { recursive: true });
  }
});

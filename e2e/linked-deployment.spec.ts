import type { Locator, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { freePort } from "./support/free-port.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

/** A first sync reads each document by itself, which takes several minutes within the default limit of requests. */
const variables = { RATE_LIMIT_PER_MINUTE: "6000" };

/** A first sync reads a whole practice over HTTP. */
const SYNC_MS = 120_000;

let dataDir: string;
let port: number;
/** The deployment that is linked; null while it is unplugged. */
let remote: Product | null = null;

test.beforeAll(async () => {
  test.setTimeout(SYNC_MS);
  [dataDir, port] = await Promise.all([newDataDir(), freePort()]);
  remote = await startProduct({ dataDir, port, variables });
});

test.afterAll(async () => {
  await remote?.stop();
  await removeDataDir(dataDir);
});

const syncRow = (page: Page, kind: string): Locator =>
  page.getByRole("table", { name: "Sync" }).getByRole("row").filter({ hasText: kind });

/** Links the remote deployment step by step, and opens the integrations of the new account. */
async function link(page: Page, there: DemoFile, name: string): Promise<void> {
  await page.getByRole("button", { name: "Link an EMR" }).click();
  const drawer = page.getByRole("dialog", { name: "Link an EMR" });
  const form = page.getByRole("form", { name: "Link an EMR" });
  await form.getByText("Records API").click();
  await form.getByRole("button", { name: "Next" }).click();
  const { client_id = "", client_secret = "", access_token = "" } = apiHeaders(there);
  await form.getByLabel("Base URL").fill(there.base_url);
  await form.getByLabel("Client id").fill(client_id);
  await form.getByLabel("Client secret").fill(client_secret);
  await form.getByLabel("Access token").fill(access_token);
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(drawer.getByRole("region", { name: "Capabilities" })).toContainText("Payment");
  await expect(drawer.getByRole("region", { name: "Checks" })).toContainText("credentials");
  await drawer.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Link Records API" }).click();
  await expect(drawer.getByText(`${name} is linked`)).toBeVisible();
  await drawer.getByRole("link", { name: "its integrations" }).click();
  await expect(page.getByText(`Read-only: nothing is written to the EMR of ${name}.`)).toBeVisible();
}

interface Appointment {
  datetime: string;
  patient_name: string;
}

/** Returns an appointment of this week, which has some on every weekday. */
async function anAppointment(there: DemoFile): Promise<Appointment> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const path = `/appointments?start_date=${day(-3)}&end_date=${day(3)}`;
  const { appointments } = await readApi<{ appointments: Appointment[] }>(there, path);
  const found = appointments.find(({ patient_name }) => Boolean(patient_name));
  if (!found) throw new Error("The linked deployment has no appointment in this week");
  return found;
}

/** Starts a sync and waits until it has failed. */
async function syncInVain(page: Page, shown: RegExp): Promise<void> {
  await page.goto(page.url());
  const accepted = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && /\/sync$/.test(answer.url()),
  );
  await page.getByRole("button", { name: "Sync now" }).click();
  expect((await accepted).status()).toBe(202);
  await expect(syncRow(page, "Appointments")).toContainText(shown);
  await expect(page.getByRole("button", { name: "Sync now" })).toBeEnabled();
}

/** Unlinks the account of the page, so that its syncs end with the test. */
async function unlink(page: Page, demo: DemoFile): Promise<void> {
  const id = /\/a\/(\w{32})/.exec(page.url())?.[1] ?? "";
  const headers = { origin: demo.console_url, "x-linked-account": id };
  const answer = await page.request.patch(`${demo.base_url}/linked-accounts/${id}`, {
    headers,
    data: { active: false },
  });
  expect(answer.status()).toBe(200);
}

test("a linked deployment is read, takes one payment once, and is said to be away until it is back", async ({
  page,
  demo,
}) => {
  test.setTimeout(SYNC_MS + 120_000);
  if (!remote) throw new Error("The linked deployment did not start");
  const there = remote.demo;
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const name = `Lakeside ${Date.now().toString(36)}`;
  await link(page, there, name);
  const integrations = page.url();
  const account = integrations.replace(/\/integrations.*/, "");
  await expect(syncRow(page, "Appointments")).toContainText("Fresh", { timeout: SYNC_MS });
  await expect(page.getByRole("button", { name: "Sync now" })).toBeEnabled({ timeout: SYNC_MS });

  const payments = page.getByRole("region", { name: "Payments" });
  await payments.getByText("Payment", { exact: true }).click();
  await page.getByRole("button", { name: "Switch on payment" }).click();
  await expect(payments.getByRole("switch", { name: "Payment" })).toBeChecked();

  const { datetime, patient_name } = await anAppointment(there);
  const day = datetime.slice(0, 10);
  await page.goto(`${account}/appointments?start_date=${day}&end_date=${day}`);
  await expect(page.getByRole("table", { name: "Appointments" })).toContainText(patient_name);

  const reference = `LINK-${crypto.randomUUID().slice(0, 8)}`;
  await console.openPaymentForm();
  await console.fillPayment({ patient: "MRN-100", amount: "45.50", reference });
  await console.send();
  await expect(console.step).toContainText("Completed", { timeout: 30_000 });
  type Jobs = { jobs: { status: string; request: { reference_number?: string } }[] };
  const { jobs } = await readApi<Jobs>(there, "/jobs?limit=200");
  const held = jobs.filter(({ request }) => request.reference_number === reference);
  expect(held.map(({ status }) => status)).toEqual(["completed"]);

  await remote.stop();
  remote = null;
  await page.goto(integrations);
  await syncInVain(page, /connection to the EMR/i);
  await syncInVain(page, /Degraded/);
  await page.goto(`${account}/today`);
  await expect(page.getByText(/^The sync is degraded: .*appointments/)).toBeVisible();
  await expect(page.getByText("sync degraded", { exact: true })).toBeVisible();
  await expect(page.getByText("no outage known")).toHaveCount(0);

  remote = await startProduct({ dataDir, port, variables });
  await page.goto(integrations);
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(syncRow(page, "Appointments")).toContainText("Fresh", { timeout: SYNC_MS });
  await expect(page.getByText("sync degraded", { exact: true })).toHaveCount(0);
  await page.goto(`${account}/today`);
  await expect(page.getByText(/^Records API synced .*, no outage known/)).toBeVisible();
  await expect(page.getByText(/^The sync is degraded/)).toHaveCount(0);
  await unlink(page, demo);
});

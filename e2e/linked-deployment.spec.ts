import type { Locator, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { type Base, startBase } from "./reliability/base.ts";
import { type Lane, startLane } from "./reliability/lane.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

/** Time that a sync of the linked deployment may take on a busy machine. */
const SYNC_MS = 60_000;

let base: Base;
/** The deployment that is linked. Its practice is small, so that it is synced within seconds. */
let remote: Lane;

test.beforeAll(async () => {
  base = await startBase();
  remote = await startLane(base, "linked");
});

test.afterAll(async () => {
  await remote.stop();
  await base.stop();
});

const syncRow = (page: Page, kind: string): Locator =>
  page.getByRole("table", { name: "Sync" }).getByRole("row").filter({ hasText: kind });

/** Links the remote deployment step by step, and opens the integrations of the new account. */
async function link(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Link an EMR" }).click();
  const drawer = page.getByRole("dialog", { name: "Link an EMR" });
  const form = page.getByRole("form", { name: "Link an EMR" });
  await form.getByText("Records API").click();
  await form.getByRole("button", { name: "Next" }).click();
  const { client_id = "", client_secret = "", access_token = "" } = remote.headers;
  await form.getByLabel("Base URL").fill(`${remote.address()}/v1`);
  await form.getByLabel("Client id").fill(client_id);
  await form.getByLabel("Client secret").fill(client_secret);
  await form.getByLabel("Access token").fill(access_token);
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(drawer.getByRole("region", { name: "Operations" })).toContainText("Payment");
  await expect(drawer.getByRole("region", { name: "Checks" })).toContainText("credentials");
  await drawer.getByRole("button", { name: "Next" }).click();
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Link Records API" }).click();
  await expect(drawer.getByText(`${name} is linked`)).toBeVisible();
  await drawer.getByRole("link", { name: "its integrations" }).click();
  await expect(page.getByText(`Read-only: nothing is written to the EMR of ${name}.`)).toBeVisible();
}

/** Returns an answer of the linked deployment. */
async function readThere<Body>(path: string): Promise<Body> {
  const answer = await fetch(`${remote.address()}/v1${path}`, { headers: remote.headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

/** The zone that the form proposes for a new account. */
const ZONE = "America/New_York";

/** Returns the patient of the practice's first visit, which is about now, and its day in the linked account's zone. */
async function firstVisit(): Promise<{ day: string; patient: string }> {
  const at = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { appointments } = await readThere<{ appointments: { datetime: string; patient_name: string }[] }>(
    `/appointments?start_date=${at(-1)}&end_date=${at(1)}`,
  );
  const [first] = appointments;
  if (!first) throw new Error("The linked deployment has no visit");
  const day = new Date(first.datetime).toLocaleDateString("sv-SE", { timeZone: ZONE });
  return { day, patient: first.patient_name };
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

test("a linked deployment is read, takes one payment once, and is shown as away until it is back", {
  tag: "@long",
}, async ({ page, demo }) => {
  test.slow();
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const name = `Lakeside ${Date.now().toString(36)}`;
  await link(page, name);
  const integrations = page.url();
  const account = integrations.replace(/\/integrations.*/, "");
  await expect(syncRow(page, "Documents")).toContainText("Fresh", { timeout: SYNC_MS });
  await expect(page.getByRole("button", { name: "Sync now" })).toBeEnabled();

  const payments = page.getByRole("region", { name: "Payments", exact: true });
  await payments.getByText("Payment", { exact: true }).click();
  await page.getByRole("button", { name: "Switch on payment" }).click();
  const payment = payments.getByRole("switch", { name: "Payment" });
  await expect(payment).toBeChecked();
  // The switch is disabled until the change is saved. A page loaded before that shows the operation as switched off.
  await expect(payment).toBeEnabled();

  const { day, patient } = await firstVisit();
  await page.goto(`${account}/appointments?start_date=${day}&end_date=${day}`);
  await expect(page.getByRole("table", { name: "Appointments" })).toContainText(patient);

  const reference = `LINK-${crypto.randomUUID().slice(0, 8)}`;
  await console.openPaymentForm();
  await console.fillPayment({ patient: "MRN-1", amount: "45.50", reference });
  await console.send();
  await expect(console.step).toContainText("Completed");
  type Jobs = { jobs: { status: string; request: { reference_number?: string } }[] };
  const { jobs } = await readThere<Jobs>("/jobs?limit=200");
  const held = jobs.filter(({ request }) => request.reference_number === reference);
  expect(held.map(({ status }) => status)).toEqual(["completed"]);

  await remote.kill("web");
  await page.goto(integrations);
  await syncInVain(page, /connection to the EMR/i);
  await syncInVain(page, /Degraded/);
  await page.goto(`${account}/today`);
  await expect(page.getByText(/^The sync is degraded: .*appointments/)).toBeVisible();
  await expect(page.getByText("sync degraded", { exact: true })).toBeVisible();
  await expect(page.getByText("no outage known")).toHaveCount(0);

  await remote.start();
  await page.goto(integrations);
  // The product tries again by itself one or two minutes after a failure, for which this test does not wait.
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(syncRow(page, "Appointments")).toContainText("Fresh", { timeout: SYNC_MS });
  await expect(page.getByText("sync degraded", { exact: true })).toHaveCount(0);
  await page.goto(`${account}/today`);
  await expect(page.getByText(/^Records API synced .*, no outage known/)).toBeVisible();
  await expect(page.getByText(/^The sync is degraded/)).toHaveCount(0);
  await unlink(page, demo);
});

import type { Appointment } from "fhir/r4";
import { dayFromNow, smallClinic, visit } from "#lib/testing/fhir/replay/small-clinic";
import { type SubscribingServer, startSubscribingServer } from "#lib/testing/fhir/subscribing-server";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { freePort } from "./support/free-port.ts";
import { justLinked } from "./support/own-account.ts";
import { newDemoDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

// A server reaches a deployment with a PUBLIC_URL alone, so this test has a product of its own.

/** Time in which subscriptions were certainly made or removed. */
const UPKEEP_MS = 90_000;
/** A first sync reads a small clinic over HTTP. */
const SYNC_MS = 60_000;
/** A change that the server tells of stands in an open page within this time. */
const TOLD_MS = 5_000;
const ZONE = "America/New_York";

let server: SubscribingServer;
let product: Product;
let dataDir: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startSubscribingServer();
  await server.load(smallClinic());
  dataDir = await newDemoDir();
  const port = await freePort();
  product = await startProduct({ dataDir, port, variables: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
});

test.afterAll(async () => {
  await product.stop();
  await removeDataDir(dataDir);
  await server.stop();
});

/** Moves the visit of today by some minutes in the server, as its staff do. Returns it. */
async function move(minutes: number): Promise<Appointment> {
  const before = visit("a1", "dr1", "p1", 0) as Appointment;
  const later = (at = "") => new Date(Date.parse(at) + minutes * 60_000).toISOString();
  const meta = { lastUpdated: new Date().toISOString() };
  const moved = { ...before, start: later(before.start), end: later(before.end), meta };
  await server.load([moved]);
  return moved;
}

const clock = ({ start = "" }: Appointment): string =>
  new Date(start).toLocaleTimeString("en-US", { timeZone: ZONE, hour: "numeric", minute: "2-digit" });

test("an admin has a FHIR server tell of changes, which an open page shows within seconds, and no longer", {
  tag: "@long",
}, async ({ browser }) => {
  test.setTimeout(SYNC_MS + 2 * UPKEEP_MS + 120_000);
  const { id } = await justLinked(product.demo, {
    name: "Lakeside FHIR",
    emr_type: "fhir",
    timezone: ZONE,
    connection: { base_url: server.baseUrl, auth: { kind: "none" }, mrn_system: "urn:mrn" },
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  await new ConsolePage(page, product.demo).enter("admin");
  await page.goto(`${product.demo.console_url}/a/${id}/integrations`);
  const kind = (name: string) => page.getByRole("table", { name: "Sync" }).getByRole("row").filter({ hasText: name });
  await expect(kind("Appointments")).toContainText("Fresh", { timeout: SYNC_MS });
  const connection = page.getByRole("region", { name: "Connection" });
  const label = "Have the EMR tell of changes at once";
  const tells = connection.getByRole("switch", { name: label });
  await expect(tells).not.toBeChecked({ timeout: 30_000 });
  await expect(connection).toContainText("Changes are read every few minutes alone.");

  await connection.getByText(label).click();
  await expect(tells).toBeChecked({ timeout: 30_000 });
  await expect(connection).toContainText("Requested", { timeout: 30_000 });
  await expect(connection).toContainText(/Active Since .+; nothing has come yet\./, { timeout: UPKEEP_MS });
  expect(server.subscriptions.size).toBe(2);
  await page.reload();
  await expect(kind("Appointments")).toContainText("told of changes at once", { timeout: 30_000 });
  await expect(kind("Locations")).not.toContainText("told of changes at once");
  expect(await findingsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: /^Linked account: Lakeside FHIR/ }).click();
  const ages = page.getByRole("menu");
  await expect(ages).toHaveAccessibleDescription(/Patients .*every 5 min · told of changes at once/, {
    timeout: 30_000,
  });
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");

  const desk = await context.newPage();
  // The visit's day, which in the evening is no longer the clinic's.
  const day = dayFromNow(0);
  await desk.goto(`${product.demo.console_url}/a/${id}/appointments?view=table&start_date=${day}&end_date=${day}`);
  await expect(desk.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  const row = desk.getByRole("row").filter({ hasText: "Of p1" });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await desk.evaluate(() => Object.assign(globalThis, { stays: true }));
  const moved = await move(20);
  await expect(row).not.toContainText(clock(moved));
  expect(await server.notify("empty", moved)).toEqual([200]);
  const toldAt = Date.now();
  await expect(row).toContainText(clock(moved), { timeout: TOLD_MS });
  test.info().annotations.push({ type: "milliseconds", description: String(Date.now() - toldAt) });
  expect(await desk.evaluate(() => "stays" in globalThis)).toBe(true);

  await page.reload();
  await expect(connection).toContainText(/Active The latest notification came/, { timeout: 30_000 });
  await connection.getByText(label).click();
  await expect(tells).not.toBeChecked({ timeout: 30_000 });
  await expect.poll(() => server.subscriptions.size, { timeout: UPKEEP_MS }).toBe(0);
  await expect(connection).toContainText("Changes are read every few minutes alone.");
  await context.close();
});

import { readApi } from "./support/api.ts";
import { onOwnersConnection } from "./support/as-owner.ts";
import { ConsolePage } from "./support/console.ts";
import { newDemoDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  emr_appointment_id: string;
  patient_name: string;
}

/** A change in the EMR stands in an open page within this time. */
const FRESH_MS = 60_000;

const dayFrom = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

let dataDir: string;
let product: Product;

test.beforeAll(async () => {
  dataDir = await newDemoDir();
  product = await startProduct({ dataDir });
});

test.afterAll(async () => {
  await product.stop();
  await removeDataDir(dataDir);
});

/** Returns a visit that is two weeks ahead. */
async function laterVisit(): Promise<Visit> {
  const query = `start_date=${dayFrom(10)}&end_date=${dayFrom(18)}&status=CNF`;
  const { appointments } = await readApi<{ appointments: Visit[] }>(product.demo, `/appointments?${query}`);
  const [visit] = appointments;
  if (!visit) throw new Error("The demo has no visit");
  return visit;
}

test("an open page shows a visit that was moved in the EMR, without a reload", { tag: "@long" }, async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const console = new ConsolePage(page, product.demo);
  await console.signIn("admin", "Integrations");
  const between = page.getByText("Between the nightly syncs nothing is read from the EMR.");
  await expect(between).toBeVisible();
  const { organizations } = product.demo;
  const name = organizations[0]?.accounts[0]?.name ?? "";
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Readings between syncs" }).click();
  const minutes = page.getByRole("textbox", { name: "Minutes between two readings" });
  await expect(minutes).toHaveValue("0");
  await minutes.fill("5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("What changed in the EMR is read every 5 min")).toBeVisible();
  await expect(between).toHaveCount(0);
  const kind = (name: string) => page.getByRole("table", { name: "Sync" }).getByRole("row").filter({ hasText: name });
  await expect(kind("Appointments")).toContainText(/every 5 min/, { timeout: 60_000 });

  const visit = await laterVisit();
  await console.goTo("Appointments");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  // In its order of times the visit is the first; the calendar shows the columns of some providers alone.
  await page.getByRole("radio", { name: "Table" }).click();
  await expect(page.getByRole("radio", { name: "Table" })).toBeChecked();
  await page.evaluate(() => Object.assign(globalThis, { stays: true }));
  const shown = page.getByRole("row").filter({ hasText: visit.patient_name }).filter({ hasText: "12:20 AM" });
  await expect(shown).toHaveCount(0);
  await onOwnersConnection(
    product,
    `UPDATE sandbox.appointment SET starts_at =
       (date_trunc('day', now() AT TIME ZONE 'America/New_York') + interval '20 minutes') AT TIME ZONE 'America/New_York'
     WHERE id = $1`,
    [visit.emr_appointment_id],
  );
  const movedAt = Date.now();
  await expect(shown).toBeVisible({ timeout: FRESH_MS });
  test.info().annotations.push({ type: "seconds", description: String((Date.now() - movedAt) / 1_000) });
  expect(await page.evaluate(() => "stays" in globalThis)).toBe(true);
  await context.close();
});

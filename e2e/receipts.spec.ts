import { changeApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { payerOf } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

/** What other tests find: nothing entered, and no method without a reference number. */
const NOTHING = { clinic: { address: null, phone: null, tax_id: null }, methods_without_reference: [] };

const ADDRESS = "12 Quayside\nSpringfield, NY 10001";

test("an admin enters the clinic's details; cash is numbered by itself, and its receipt says whose it is", {
  tag: "@long",
}, async ({ page, demo }) => {
  await changeApi(demo, "PATCH", "/settings", NOTHING);
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const section = page.getByRole("region", { name: "Receipts and payments" });
  await section.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Receipts and payments" });
  await dialog.getByLabel("Address").fill(ADDRESS);
  await dialog.getByLabel("Phone").fill("212-555-0147");
  await dialog.getByLabel("Tax ID").fill("12-3456789");
  await dialog.getByText("Cash", { exact: true }).click();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section.getByText("12-3456789")).toBeVisible();

  await console.signIn("admin");
  await console.openPaymentForm();
  const patient = await payerOf(demo);
  await console.pickPatient(patient);
  // Another each time: an amount that was just paid is asked about.
  const amount = (20 + Math.floor(Math.random() * 2_000) / 100).toFixed(2);
  await page.getByLabel("Amount").fill(amount);
  const reference = page.getByLabel("Reference number");
  await console.choose("Payment method", "Cash");
  await expect(reference).toHaveValue(/^R-\d{8}-[2-9A-Z]{6}$/);
  await expect(page.getByText(/^Filled in, as Cash brings none/)).toBeVisible();
  const filled = await reference.inputValue();
  await console.choose("Payment method", "Credit Card");
  await expect(reference).toHaveValue("");
  await console.choose("Payment method", "Cash");
  await expect(reference).toHaveValue(/^R-/);
  expect(await reference.inputValue()).not.toBe(filled);
  await reference.fill("DRAWER-7");
  await console.choose("Payment method", "Credit Card");
  await expect(reference).toHaveValue("DRAWER-7");
  await reference.fill("");
  await console.choose("Payment method", "Cash");
  await expect(reference).toHaveValue(/^R-/);
  await console.choose("Location", /./);
  await console.send();
  await expect(console.step).toContainText("Completed", { timeout: 15_000 });
  await expect(console.panel.getByText(/reverse or correct it in the EMR/)).toBeVisible();

  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await console.panel.getByRole("button", { name: "Print receipt" }).click();
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".print-sheet");
  for (const text of ["12 Quayside", "212-555-0147", "Tax ID 12-3456789"]) {
    await expect(sheet.getByText(text)).toBeVisible();
  }
  await expect(sheet.getByRole("row", { name: new RegExp(`^Patient number\\s*${patient}`) })).toBeVisible();
  await expect(sheet.getByRole("row", { name: /^Cashier\s*\S/ })).toBeVisible();
  await expect(sheet.getByRole("row", { name: new RegExp(`^Amount paid\\s*\\$${amount}$`) })).toBeVisible();
  await changeApi(demo, "PATCH", "/settings", NOTHING);
});

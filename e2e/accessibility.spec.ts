import { findings } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on any page in the ${colorScheme} theme`, async ({ page, demo }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(`${demo.console_url}/sign-in`);
    expect(await findings(page)).toEqual([]);

    const console = new ConsolePage(page, demo);
    await console.signIn("admin");
    expect(await findings(page)).toEqual([]);

    await console.openPaymentForm();
    expect(await findings(page)).toEqual([]);
    await console.send();
    await expect(page.getByText("must be a positive number").first()).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await console.fillPayment({ patient: "MRN-1001", amount: "5", reference: `AXE-${colorScheme}` });
    await console.send();
    await expect(console.step).toContainText("Completed");
    expect(await findings(page)).toEqual([]);
  });
}

test("a payment is made with the keyboard alone", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const chooseFirst = async () => {
    await press("Enter");
    await expect(page.getByRole("listbox")).toBeVisible();
    await press("ArrowDown", "Enter");
    await expect(page.getByRole("listbox")).toBeHidden();
  };
  await press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.type("payment");
  await expect(page.getByRole("menuitem", { name: /^Payment/ })).toBeVisible();
  await press("Enter");
  const patient = page.getByRole("combobox", { name: "Patient" });
  await expect(patient).toBeFocused();
  await page.keyboard.type("MRN-1003");
  await expect(page.getByRole("option", { name: /MRN-1003/ }).first()).toBeVisible();
  await press("ArrowDown", "Enter");
  await expect(page.getByRole("form", { name: "Payment" }).getByText(/MRN-1003\d\d · born/)).toBeVisible();
  await press("Tab");
  await expect(page.getByLabel("Amount")).toBeFocused();
  await page.keyboard.type("3.50");
  await press("Tab");
  await chooseFirst();
  await press("Tab");
  await expect(page.getByLabel("Reference number")).toBeFocused();
  await page.keyboard.type("KEYS-1");
  await press("Tab");
  await chooseFirst();
  await page.getByLabel("Reference number").focus();
  await press("Enter");
  await expect(console.step).toContainText("Completed");
});

import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("a settings sync starts with one button and shows its counts on receipt", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Settings sync");
  await expect(form.getByText(/happens automatically every night/)).toBeVisible();
  await console.send();
  await expect(console.step).toContainText("Completed");
  const result = console.panel.getByRole("region", { name: "Result" });
  for (const list of ["Providers", "Locations", "Visit types", "Staff"]) {
    await expect(result.getByText(list, { exact: true })).toBeVisible();
  }
});

test("a running sync is shown with a link to it", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  // Fulfils the server's answer of a running sync (interface 3.3), because a real sync ends too soon to race with.
  await page.route("**/v1/org-settings/fetch", (route) =>
    route.fulfill({
      status: 409,
      json: { success: false, status: "running", message: "A sync is already running", job_execution_id: "987654" },
    }),
  );
  const form = await console.openForm("Settings sync");
  await console.send();
  await expect(form.getByRole("alert")).toContainText("A sync is already running");
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(page).toHaveURL(/job=987654/);
});

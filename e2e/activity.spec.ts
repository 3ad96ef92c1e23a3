import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { expect, test } from "./support/test.ts";

test("filters can be saved as a view, selected, renamed, deleted and restored", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Activity");
  await console.choose("Status", "Failed");
  await page.getByRole("button", { name: "Saved views" }).click();
  const views = page.getByRole("dialog", { name: "Saved views" });
  await views.getByLabel("Save these filters as").fill("Gone wrong");
  await views.getByRole("button", { name: "Save", exact: true }).click();
  await expect(views.getByRole("button", { name: "Gone wrong", exact: true })).toHaveAttribute("aria-current", "true");
  await views.press("Escape");
  await expect(views).toBeHidden();
  await expect(page.getByRole("button", { name: "Gone wrong" })).toBeVisible();

  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("button", { name: "Saved views" }).click();
  await views.getByRole("button", { name: "Gone wrong", exact: true }).click();
  await expect(page).toHaveURL(/[?&]status=failed/);
  await views.getByRole("button", { name: "Rename Gone wrong" }).click();
  await views.getByLabel("New name of Gone wrong").fill("To look at");
  await page.keyboard.press("Enter");
  await expect(views.getByRole("button", { name: "To look at", exact: true })).toBeVisible();
  await views.getByRole("button", { name: "Delete To look at" }).click();
  await expect(views.getByText("“To look at” was deleted.")).toBeVisible();
  // The row stays under the pointer, without a second deletion.
  await expect(views.getByRole("button", { name: "Delete To look at" })).toHaveAttribute("aria-disabled", "true");
  await views.getByText("“To look at” was deleted.").hover();
  await expect(views.getByRole("button", { name: "To look at", exact: true })).toBeHidden();
  await views.getByRole("button", { name: "Undo" }).click();
  await expect(views.getByRole("button", { name: "To look at", exact: true })).toBeVisible();

  // Saved views belong to a user: an API client has none.
  const refused = await fetch(`${demo.base_url}/saved-views`, { headers: apiHeaders(demo) });
  expect(refused.status).toBe(403);
});

test("a selection of failed jobs is counted, retried, and followed to its end", async ({ page, demo }) => {
  const { jobIds, mrn } = await failingPayments(demo, 3, 7);
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/activity?patient=${mrn}&type=payments:create`);
  const rows = page.getByRole("table", { name: "Jobs", exact: true }).getByRole("row");
  for (const jobId of jobIds) await expect(rows.filter({ hasText: String(jobId) }).first()).toContainText("Failed");
  await page.getByRole("button", { name: "Retry failed…" }).click();
  const dialog = page.getByRole("dialog");
  // The EMR refused the payments for good, so that they are left out at first.
  const refused = dialog.getByRole("checkbox", { name: /^Include \d+ jobs? that the EMR refused$/ });
  await expect(refused).not.toBeChecked();
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeDisabled();
  await dialog.getByText(/^Include \d+ jobs/).click();
  await expect(refused).toBeChecked();
  const start = dialog.getByRole("button", { name: /^Try \d+ jobs? again$/ });
  const count = Number(/\d+/.exec((await start.textContent()) ?? "")?.[0]);
  expect(count).toBeGreaterThanOrEqual(3);
  await start.click();
  await expect(dialog.getByText(`${count} of ${count}`)).toBeVisible();
  await expect(dialog.getByText(/All jobs have ended\. \d+ jobs? completed/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Retry failed…" }).click();
  // Each retry is a new job, which failed again.
  await dialog.getByText(/^Include \d+ jobs/).click();
  await expect(dialog.getByRole("button", { name: `Try ${count} jobs again` })).toBeVisible();
});

test("the last day is shown as a chart and in figures", async ({ page, demo }) => {
  await failingPayments(demo, 1);
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Activity");
  const day = page.getByRole("region", { name: "Last 24 hours" });
  const table = day.getByRole("table", { name: "Jobs of the last 24 hours, by hour" });
  await expect(table.getByRole("row")).toHaveCount(25);
  await expect(table.getByRole("row").last().getByRole("cell").first()).not.toHaveText("0");
  await expect(day.locator("svg[aria-hidden=true] rect.fill-danger").last()).not.toHaveAttribute("height", "0");
});

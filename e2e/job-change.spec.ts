import { ConsolePage } from "./support/console.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { expect, test } from "./support/test.ts";

test("a failed job is retried as a new job, once", async ({ page, demo }) => {
  const [jobId] = (await failingPayments(demo, 1)).jobIds;
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/today?job=${jobId}`);
  await expect(console.step).toContainText("Failed");
  await console.panel.getByRole("button", { name: "Try again" }).click();
  await expect(page).not.toHaveURL(new RegExp(`job=${jobId}$`));
  await expect(console.panel.getByText(`follows job ${jobId}`)).toBeVisible();
  await expect(console.step).toContainText("Failed");

  await page.goto(`${page.url().split("?")[0]}?job=${jobId}`);
  await expect(console.panel.getByText(/^Job \d+ followed it/)).toBeVisible();
  await expect(console.panel.getByRole("button", { name: "Try again" })).toBeHidden();
  await console.panel.getByRole("button", { name: /^Open job \d+$/ }).click();
  await expect(console.panel.getByText(`follows job ${jobId}`)).toBeVisible();
});

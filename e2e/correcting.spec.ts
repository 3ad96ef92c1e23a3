import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { expect, test } from "./support/test.ts";

interface Job {
  status: string;
  retried_as: number | null;
  retry_of: number | null;
  request: Record<string, unknown>;
}

test("a corrected failure is settled, for a colleague too: in the open panel, on Today and in Activity", async ({
  page,
  browser,
  demo,
}) => {
  const { jobIds, mrn } = await failingPayments(demo, 1);
  const [jobId] = jobIds;
  const colleague = new ConsolePage(await (await browser.newContext()).newPage(), demo);
  await colleague.page.goto(`${await colleague.enter("admin")}/today?job=${jobId}`);
  await expect(colleague.panel.getByRole("button", { name: "Correct and send" })).toBeVisible();

  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/today?job=${jobId}`);
  await console.panel.getByRole("button", { name: "Correct and send" }).click();
  await expect(page.getByRole("form", { name: "Payment" })).toBeVisible();
  // What the form corrects is kept over a reload, as what was typed is.
  await page.reload();
  await console.choose("Payment method", "Credit Card");
  await page.keyboard.press("Control+Enter");
  await expect(console.step).toContainText("Completed");
  await expect(console.panel.getByText(`follows job ${jobId}`)).toBeVisible();

  const { job } = await readApi<{ job: Job }>(demo, `/jobs/${jobId}`);
  expect(job).toMatchObject({ status: "failed", retried_as: expect.any(Number) });
  await expect(colleague.panel.getByText(`followed by job ${job.retried_as}`)).toBeVisible();
  await expect(colleague.panel.getByText("Failed, sent again")).toBeVisible();
  await expect(colleague.panel.getByRole("button", { name: "Correct and send" })).toHaveCount(0);
  await expect(colleague.panel.getByRole("button", { name: "Another one like this" })).toBeVisible();
  await colleague.panel.getByRole("button", { name: "Done" }).click();
  await expect(colleague.page.getByRole("button", { name: `Correct and send: job ${jobId}`, exact: true })).toHaveCount(
    0,
  );
  await colleague.page.goto(`${colleague.page.url().split("/today")[0]}/activity?patient=${mrn}&status=failed`);
  await expect(colleague.page.getByRole("row", { name: new RegExp(` ${jobId} Payment`) })).toContainText(
    `Followed by job ${job.retried_as}`,
  );
  await colleague.page.context().close();
});

test("of two tabs that correct one failure, the second is led to what followed it", async ({ page, demo }) => {
  const [jobId] = (await failingPayments(demo, 1)).jobIds;
  const first = new ConsolePage(page, demo);
  const address = `${await first.enter()}/today?job=${jobId}`;
  const second = new ConsolePage(await page.context().newPage(), demo);
  for (const console of [first, second]) {
    await console.page.goto(address);
    await console.panel.getByRole("button", { name: "Correct and send" }).click();
    await console.choose("Payment method", "Credit Card");
  }
  await first.page.keyboard.press("Control+Enter");
  await expect(first.step).toContainText("Completed");
  const { job } = await readApi<{ job: Job }>(demo, `/jobs/${jobId}`);
  await second.page.keyboard.press("Control+Enter");
  await second.page
    .getByRole("alertdialog", { name: /again\?$/ })
    .getByRole("button", { name: /^Post payment of/ })
    .click();
  await expect(second.page.getByText(`Job ${jobId} was already sent again as job ${job.retried_as}`)).toBeVisible();
  await expect(second.page.getByText("Nothing was saved.")).toBeVisible();
  await second.page.getByRole("button", { name: "Open it" }).click();
  await expect(second.panel.getByText(`follows job ${jobId}`)).toBeVisible();
  await second.page.close();
});

test("a correction by the API that fails too is corrected in its turn", async ({ page, demo }) => {
  const [jobId] = (await failingPayments(demo, 1)).jobIds;
  const { job } = await readApi<{ job: Job }>(demo, `/jobs/${jobId}`);
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/today?job=${jobId}`);
  await expect(console.panel.getByRole("button", { name: "Correct and send" })).toBeVisible();
  const answer = await fetch(`${demo.base_url}/payments`, {
    method: "POST",
    headers: { ...apiHeaders(demo), "content-type": "application/json", "x-corrects-job": String(jobId) },
    body: JSON.stringify({ ...job.request, payment_method: "Shells" }),
  });
  const { job_id: next } = (await answer.json()) as { job_id: number };
  await console.panel.getByRole("button", { name: `Open job ${next}` }).click();
  await expect(console.step).toContainText("Failed");
  await console.panel.getByRole("button", { name: "Correct and send" }).click();
  await console.choose("Payment method", "Credit Card");
  await page.keyboard.press("Control+Enter");
  await expect(console.step).toContainText("Completed");
  await expect(console.panel.getByText(`follows job ${next}`)).toBeVisible();
});

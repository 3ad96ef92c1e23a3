import { readFile } from "node:fs/promises";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { pay } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

test(
  "the day is closed in three clicks, printed and exported, and what follows stands apart",
  {
    tag: "@long",
  },
  async ({ page, demo }, testInfo) => {
    const console = new ConsolePage(page, demo);
    const job = await pay(demo);
    const done = async () => (await readApi<{ job: { status: string } }>(demo, `/jobs/${job}`)).job.status;
    await expect.poll(done, { timeout: 20_000 }).toBe("completed");

    await console.signIn();
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    const effort = await Effort.from(page);
    await page.getByRole("link", { name: "Close the day" }).click();
    await expect(page.getByRole("heading", { name: "Close the day", level: 1 })).toBeVisible();
    const { clicks: toThePage } = await effort.spent();
    const report = page.getByRole("region", { name: "Payments of the day" });
    await expect(report.getByRole("region", { name: "By method" }).getByText("Cash")).toBeVisible();
    expect(await findingsInBothThemes(page)).toEqual([]);

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = testInfo.outputPath("payments.csv");
    await (await saved).saveAs(file);
    expect(await readFile(file, "utf8")).toMatch(/,By method,Cash,\d+,\d+\.\d\d\r\n/);
    await page.getByRole("button", { name: "Print" }).click();
    await expect(page.locator("body[data-printed]")).toHaveCount(1);
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));

    const each = page.getByRole("region", { name: "By location" }).first();
    const open = each.getByRole("button", { name: /^Close / }).first();
    const place = ((await open.getAttribute("aria-label")) ?? "").replace(/^Close /, "");
    const { clicks: before } = await effort.spent();
    await open.click();
    const dialog = page.getByRole("dialog", { name: new RegExp(`^Close .+ at ${place}\\?$`) });
    await expect(dialog.getByText(/can't be undone/)).toBeVisible();
    expect(await findingsInBothThemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close the day" }).click();
    await expect(dialog).toHaveCount(0);
    expect(toThePage + (await effort.spent()).clicks - before).toBeLessThanOrEqual(3);
    await expect(
      each
        .getByRole("listitem")
        .filter({ hasText: place })
        .getByText(/^Closed by /),
    ).toBeVisible();

    await console.choose("Location", place);
    await expect(page.getByText(/^Closed by /)).toBeVisible();
    await expect(report.getByRole("region", { name: "At the closing" })).toBeVisible();
    await expect(report.getByRole("region", { name: "After the closing" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Close the day" })).toHaveCount(0);
    expect(await findingsInBothThemes(page)).toEqual([]);
  },
);

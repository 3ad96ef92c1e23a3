import { pathToFileURL } from "node:url";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

const PASSPHRASE = "blue heron at the lake";

test(
  "the downtime packet is printed in two clicks, and saved as a file that opens without the product",
  { tag: "@long" },
  async ({ page, demo }, testInfo) => {
    await new ConsolePage(page, demo).signIn("admin");
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute("data-printed", "");
    });
    await page.getByRole("link", { name: "Downtime packet" }).click();
    const sheet = page.getByRole("region", { name: "Sheet" });
    await expect(sheet.getByRole("heading", { name: /^Open recalls: \d/ })).toBeVisible();
    await expect(sheet.getByText(/^Not held here: allergies/)).toBeVisible();
    await page.getByRole("button", { name: "Print" }).click();
    await expect(page.locator("body[data-printed]")).toHaveCount(1);
    expect(await findingsInBothThemes(page)).toEqual([]);

    await page.getByRole("button", { name: /^(Set|Change) the passphrase$/ }).click();
    await page.getByRole("textbox", { name: "Passphrase" }).fill(PASSPHRASE);
    await page.getByRole("dialog").getByRole("button", { name: "Set the passphrase" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save encrypted file" }).click();
    // Under its own name: a browser shows a file without an ending as text.
    const file = testInfo.outputPath((await saved).suggestedFilename());
    await (await saved).saveAs(file);

    await page.goto(pathToFileURL(file).href);
    await page.getByLabel("The clinic's downtime passphrase").fill("not the passphrase");
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("alert")).toHaveText(/^This passphrase does not open the packet/);
    await page.getByLabel("The clinic's downtime passphrase").fill(PASSPHRASE);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("heading", { name: /^Open referrals: \d/ })).toBeVisible();
    await expect(page.getByRole("row").nth(1)).toContainText("MRN-");
  },
);

import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("a person sees their sessions, is refused a wrong password, and chooses the density", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  await new ConsolePage(page, demo).signIn();
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await expect(page.getByRole("table", { name: "Sessions" }).getByText("This one")).toBeVisible();
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("a password of some length");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("is not your password")).toBeVisible();
  await page
    .getByRole("radio", { name: "Compact" })
    .or(page.getByRole("button", { name: "Compact" }))
    .first()
    .click();
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
  expect((await page.reload())?.status()).toBe(200);
  await expect(page.getByRole("button", { name: "Change password" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-density", "compact");
  expect(await findingsInBothThemes(page)).toEqual([]);
});

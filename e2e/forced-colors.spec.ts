import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("the dark theme prints light", async ({ page, demo }) => {
  const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--fg"));
  await page.emulateMedia({ colorScheme: "light" });
  await new ConsolePage(page, demo).signIn();
  const light = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await ink()).not.toBe(light);
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await ink()).toBe(light);
});

test("the chosen one of several is seen in forced colors", async ({ page, demo }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Claims");
  await page.getByRole("button", { name: "Refresh claims" }).click();
  const form = page.getByRole("form", { name: "Claims refresh" });
  const backgroundOf = (checked: boolean) =>
    form
      .getByRole("radio", { checked })
      .first()
      .evaluate((radio) => getComputedStyle(radio.closest("label") ?? radio).backgroundColor);
  await expect(form.getByRole("radio", { checked: true })).toHaveCount(1);
  expect(await backgroundOf(true)).not.toBe(await backgroundOf(false));
});

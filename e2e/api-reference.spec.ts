import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("admins can open the API reference, which works under the page's policy", async ({ page, demo }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/script-src|connect-src|font-src/.test(message.text())) refused.push(message.text());
  });
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  await console.goTo("API reference");
  // The page loads 1.2 MB of library and renders a large document: it is the slowest page.
  await expect(page.getByRole("heading", { name: "Clinical Records Integration API" })).toBeVisible({
    timeout: 45_000,
  });
  await page
    .getByRole("button", { name: /payments/ })
    .first()
    .click();
  await expect(page.getByText("Post a patient payment to the EMR ledger").first()).toBeVisible();
  expect(refused).toEqual([]);
});

test("staff see no link to the API reference", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff");
  const navigation = page.getByRole("navigation", { name: "Console" });
  await expect(navigation.getByRole("link", { name: "Claims" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "API reference" })).toHaveCount(0);
});

import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("admins can try a request in the API reference, which works under the page's policy", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  const account = await new ConsolePage(page, demo).enter("admin");
  await page.goto(`${account}/api-reference`);
  // The page loads 1.7 MB of library and renders a large document: it is the slowest page.
  await expect(page.getByRole("heading", { name: "Clinical Records Integration API" })).toBeVisible({
    timeout: 45_000,
  });

  const open = async (tag: string) => {
    await page.getByRole("textbox", { name: "Filter by tag" }).fill(tag);
    const expand = page.getByRole("button", { name: "Expand operation" });
    await expect(expand).toHaveCount(1);
    await expand.click();
  };
  await open("locations");
  await page.getByRole("button", { name: /^get \/locations$/i }).click();
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/locations");
  await page.getByRole("button", { name: "Execute" }).click();
  const response = await answered;
  expect(response.status()).toBe(200);
  expect(response.request().headers()["x-linked-account"]).toBe(account.split("/").at(-1));
  await expect(page.locator(".live-responses-table").getByText('"emr_id"').first()).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await open("payments");
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

import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("admins can open the API reference, which works under the page's policy", async ({ page, demo }) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
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

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Neither covers the other.
  const title = await page.getByText("Authentication", { exact: true }).first().boundingBox();
  const scheme = await page
    .getByText(/^Selected Auth Type/)
    .first()
    .boundingBox();
  const apart =
    (title?.x ?? 0) + (title?.width ?? 0) <= (scheme?.x ?? 0) ||
    (title?.y ?? 0) + (title?.height ?? 0) <= (scheme?.y ?? 0);
  expect(apart, "the security scheme stands beside or below its title").toBe(true);

  // A listed location is indented in the answer, one line number beside each line.
  await page.goto(`${page.url().split("#")[0]}#tag/locations/GET/locations`);
  await page.getByRole("button", { name: /Test Request.*\/locations/ }).click();
  await page.getByRole("button", { name: /^Send/ }).click();
  const lines = page.locator(".cm-line", { hasText: /"emr_id"/ });
  await expect(lines.first()).toHaveCSS("white-space", /^(pre|break-spaces)/);
  const line = await lines.first().boundingBox();
  const number = await page.locator(".cm-lineNumbers").last().boundingBox();
  expect(line?.x).toBeGreaterThanOrEqual((number?.x ?? 0) + (number?.width ?? 0));
  expect(refused).toEqual([]);
});

test("staff see no link to the API reference", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff");
  const navigation = page.getByRole("navigation", { name: "Console" });
  await expect(navigation.getByRole("link", { name: "Claims" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "API reference" })).toHaveCount(0);
});

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
  await page.goto(`${account}/api-reference#tag/locations/GET/locations`);
  // The page loads 1.2 MB of library and renders a large document: it is the slowest page.
  await expect(page.getByRole("heading", { name: "Clinical Records Integration API" })).toBeVisible({
    timeout: 45_000,
  });
  // The name of the security scheme does not cover its title.
  const title = await page.getByText("Authentication", { exact: true }).first().boundingBox();
  const scheme = await page
    .getByText(/^Selected Auth Type/)
    .first()
    .boundingBox();
  if (!title || !scheme) throw new Error("The reference shows how requests are authorized");
  expect(title.x + title.width <= scheme.x || title.y + title.height <= scheme.y).toBe(true);

  // An answer is indented, with the numbers of its lines beside it.
  await page.getByRole("button", { name: /Test Request.*get \/locations/ }).click();
  await page.getByRole("button", { name: /^Send get request/ }).click();
  const line = page.locator(".cm-line", { hasText: '"emr_id"' }).first();
  await expect(line).toHaveCSS("white-space", /^(pre|break-spaces)/);
  const numbers = await page.locator(".cm-lineNumbers").last().boundingBox();
  expect((await line.boundingBox())?.x).toBeGreaterThanOrEqual((numbers?.x ?? 0) + (numbers?.width ?? 0));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

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

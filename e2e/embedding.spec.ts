import type { Page } from "@playwright/test";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("an admin registers an origin, previews a view in the partner's colours, and deletes the origin", {
  tag: "@long",
}, async ({ page, demo }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  await console.goTo("Embedding");
  const origin = `https://portal-${Date.now()}.example`;
  const form = page.getByRole("form", { name: "Register an origin" });
  await form.getByLabel("Origin").fill("https://portal.example/page");
  await form.getByRole("button", { name: "Register" }).click();
  await expect(form.getByText("Enter an origin alone")).toBeVisible();
  await form.getByLabel("Origin").fill(origin);
  await form.getByRole("button", { name: "Register" }).click();
  const row = page.getByRole("row", { name: new RegExp(origin) });
  await expect(row).toBeVisible();
  await expect(form.getByLabel("Origin")).toHaveValue("");

  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("Providers", { exact: true }).click();
  await preview.getByLabel("Accent color").fill("#7a3e00");
  const heading = preview.getByRole("heading", { name: "Availability" });
  await expect(heading).toBeVisible();
  await expect
    .poll(() => heading.evaluate((element) => getComputedStyle(element).getPropertyValue("--accent")))
    .toBe("#7a3e00");
  const soft = await heading.evaluate((element) => getComputedStyle(element).getPropertyValue("--accent-soft"));
  expect(soft, "the soft accent follows the accent").toContain("#7a3e00");
  await preview.getByText("Form", { exact: true }).click();
  await expect(preview.getByRole("form")).toBeVisible();
  await preview.getByText("Job", { exact: true }).click();
  await expect(preview.getByRole("article").or(preview.getByText("No jobs yet"))).toBeVisible();
  await preview.getByText("Providers", { exact: true }).click();
  await expect(preview.getByRole("link"), "no link leads away").toHaveCount(0);
  const inPage = page.getByRole("region", { name: "In the page" });
  await expect(inPage).toContainText(`${demo.console_url}/embed.js`);
  await expect(inPage).toContainText('"accent":"#7a3e00"');
  await expect(page.getByRole("region", { name: "In the back end" })).toContainText('"view":"providers"');
  await preview.getByLabel("Accent color").fill("");
  expect(await findingsInBothThemes(page)).toEqual([]);

  await row.getByRole("button", { name: `Remove ${origin}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Remove ${origin}` })
    .click();
  await page.mouse.move(5, 5);
  await expect(row).toHaveCount(0);
});

/** Returns the name or kind of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    return at?.getAttribute("aria-label") ?? at?.labels?.[0]?.firstChild?.textContent ?? at?.textContent ?? "";
  });

test("an origin can be registered, kept after Escape, and deleted with the keyboard alone, without losing the focus", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Embedding");
  const origin = `https://keys-${Date.now()}.example`;
  const field = page.getByRole("form", { name: "Register an origin" }).getByLabel("Origin");
  await field.focus();
  await page.keyboard.type(origin);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row", { name: new RegExp(origin) });
  await expect(row).toBeVisible();
  // The field is ready for the next entry.
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("Register");

  const take = row.getByRole("button", { name: `Remove ${origin}` });
  // Other tests have registered origins, too, each a stop on the way.
  for (let presses = 0; presses < 200 && (await focused(page)) !== `Remove ${origin}`; presses++) {
    await page.keyboard.press("Tab");
  }
  await expect(take).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(take).toBeFocused();

  await page.keyboard.press("Enter");
  // The dialog's button is named as the one in the row, so the focus must have left the row first.
  const isInDialog = () => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null);
  await expect.poll(isInDialog).toBe(true);
  for (let presses = 0; presses < 5 && (await focused(page)) !== `Remove ${origin}`; presses++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  // The row stays, done, while the focus is in the list.
  await expect(row.getByTitle("No longer in this list")).toBeAttached();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);

  // Tab follows the reading order: views, appearance, preview, snippet.
  const order: string[] = [];
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByRole("radio", { name: "Jobs" }).focus();
  await expect(row).toHaveCount(0);
  for (const _ of ["look", "look", "look", "preview"]) {
    order.push(await focused(page));
    await page.keyboard.press("Tab");
  }
  expect(order).toEqual(["Jobs", "Accent color", "Corner radius", "Fonts"]);
});

import type { Locator, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test.use({ viewport: { width: 375, height: 667 } });

/** Opens the page of an account with a form. */
async function openForm(page: Page, demo: DemoFile, operation: string): Promise<Locator> {
  await page.goto(`${await new ConsolePage(page, demo).enter()}/today?new=${operation}`);
  const form = page.getByRole("form");
  await expect(form).toBeVisible();
  return form;
}

/** Returns how far the end of an element lies below the top of the form's bar of buttons, in pixels; at most 0 if it is seen. */
const below = (element: Locator): Promise<number> =>
  element.evaluate((each) => {
    const bar = each.closest("form")?.querySelector("[data-bar]");
    if (!bar) throw new Error("The form has no bar of buttons");
    return Math.ceil(each.getBoundingClientRect().bottom - bar.getBoundingClientRect().top);
  });

const FORMS = ["tasks:create", "patients:create", "payments:create", "claims:fetch"];

for (const operation of FORMS) {
  test(`what a field of ${operation} says is seen above the bar of buttons`, async ({ page, demo }) => {
    const form = await openForm(page, demo, operation);
    const fields = form.locator("[data-field]:visible");
    const typed = form.locator(
      ":is(input, textarea):not([role=combobox]):not([type=hidden]):not([type=checkbox]):not([type=radio])",
    );
    const count = await typed.count();
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index++) {
      const input = typed.nth(index);
      if (!(await input.isVisible()) || !(await input.isEditable())) continue;
      // As by the key of a phone's keyboard that goes to the next field.
      await input.evaluate((each: HTMLElement) => {
        // The worst place: just above the end of what scrolls.
        each.closest("[data-scrolls]")?.scrollTo(0, 0);
        each.focus();
      });
      await page.keyboard.type("1152027");
      const field = fields.filter({ has: page.locator(":focus") }).first();
      await expect.poll(() => below(field)).toBeLessThanOrEqual(0);
      await input.fill("");
    }
  });
}

test("the telephone numbers of patients stand on one line each", async ({ page, demo }) => {
  const form = await openForm(page, demo, "tasks:create");
  const picker = form.getByRole("combobox", { name: "Patient" });
  await picker.focus();
  await page.keyboard.type("MRN-1000");
  await expect(page.getByRole("option").nth(3)).toBeVisible();
  /** Returns the texts that look like a telephone number and take more than one line. */
  const broken = () =>
    page.evaluate(() => {
      const found: string[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const match of (node.textContent ?? "").matchAll(/[(]?[0-9]{3}[)]?[ -][0-9]{3}-[0-9]{4}/g)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const tops = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
          );
          if (tops.size > 1) found.push(match[0]);
        }
      }
      return found;
    });
  expect(await page.getByText(/\d{3}-\d{4}/).count()).toBeGreaterThan(0);
  expect(await broken()).toEqual([]);
  await page.getByRole("option").first().click();
  await expect(form.getByText(/^MRN-\d+ · born/)).toBeVisible();
  expect(await broken()).toEqual([]);
});

test("the name of a filter's date stands on the line of the date", async ({ page, demo }) => {
  await page.goto(`${await new ConsolePage(page, demo).enter()}/recalls`);
  const field = page.getByRole("textbox", { name: "Due before" });
  await expect(field).toBeVisible();
  const middle = async (element: Locator) => {
    const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  const label = page.getByText("Due before", { exact: true });
  expect(Math.abs((await middle(label)) - (await middle(field)))).toBeLessThanOrEqual(3);
});

import type { Locator, Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

/** Presses Tab until the target has the focus, and checks that it shows a focus ring. */
async function tabTo(page: Page, target: Locator, most = 40): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

/** Returns whether a control, or the box around it, shows a focus ring. */
const isRinged = (target: Locator) =>
  target.evaluate((element) => {
    for (let box: Element | null = element, up = 0; box && up < 3; box = box.parentElement, up++) {
      if (getComputedStyle(box).outlineStyle !== "none") return true;
    }
    return false;
  });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test("the keyboard skips the frame, and an order can be searched for, selected and sent", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
  await press(page, "Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await press(page, "Enter");
  await expect(page.locator("#main")).toBeFocused();

  // This form of the New menu has a picker, a list, a search and checkboxes.
  const opener = page.getByRole("button", { name: "New", exact: true });
  await opener.focus();
  await press(page, "Enter");
  await page.keyboard.type("order");
  await expect(page.getByRole("menuitem", { name: "Order", exact: true })).toBeFocused();
  await press(page, "ArrowRight");
  await expect(page.getByRole("menu", { name: "Order" })).toBeVisible();
  await page.keyboard.type("place");
  await expect(page.getByRole("menuitem", { name: /^Place order/ })).toBeFocused();
  await press(page, "Enter");
  const form = page.getByRole("form", { name: "Order", exact: true });
  await expect(form.getByRole("combobox", { name: "Patient" })).toBeFocused();
  await page.keyboard.type(patients[0]?.mrn ?? "");
  await expect(page.getByRole("option", { name: patients[0]?.mrn ?? "" })).toBeVisible();
  await press(page, "ArrowDown", "Enter", "Tab", "Enter");
  const imaging = page.getByRole("option", { name: "Imaging" });
  await expect(imaging).toBeVisible();
  await page.keyboard.type("im");
  await expect(imaging).toBeFocused();
  await press(page, "Enter");
  // The list keeps the Tab key for itself until it has closed.
  await expect(form.getByRole("button", { name: /Type/ })).toBeFocused();
  await press(page, "Tab");
  const search = form.getByRole("searchbox", { name: "Search the catalog" });
  await expect(search).toBeFocused();
  await page.keyboard.type("chest");
  await press(page, "Enter");
  await expect(form.getByText("Searching the EMR…")).toBeVisible();
  await expect(form.getByText("Searching the EMR…")).toBeHidden();
  const item = form.getByRole("checkbox").first();
  await tabTo(page, item);
  await press(page, "Space");
  await expect(item).toBeChecked();
  const send = form.getByRole("button", { name: "Place order" });
  await tabTo(page, send);
  expect(await isRinged(send)).toBe(true);
  await press(page, "Enter");
  await expect(console.step).toContainText("Completed");
  await expect(page.getByRole("dialog", { name: "Order" })).toBeFocused();
});

test("a visit's status, the calendar, a document and a referral's update need no pointer", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Appointments");
  const calendar = page.getByRole("button", { name: "Calendar" });
  await tabTo(page, calendar);
  // The calendar handles keys only once it has the focus.
  const isInCalendar = () => page.evaluate(() => document.activeElement?.closest("[role=dialog] table") !== null);
  await press(page, "Enter");
  await expect.poll(isInCalendar).toBe(true);
  await press(page, "PageDown", "Enter");
  await expect(calendar).toBeFocused();
  await expect(page).toHaveURL(/day=/);
  await press(page, "Enter");
  await expect.poll(isInCalendar).toBe(true);
  await press(page, "PageUp", "Enter");

  await console.goTo("Documents");
  const row = page.getByRole("table", { name: "Documents" }).getByRole("row").nth(1).getByRole("button");
  await tabTo(page, row);
  await press(page, "Enter");
  const close = page.getByRole("button", { name: "Close the document" });
  await tabTo(page, close);
  await press(page, "Enter");
  await expect(row).toBeFocused();

  await console.goTo("Referrals");
  await tabTo(page, page.getByRole("table", { name: "Referrals" }).getByRole("link").first());
  await press(page, "Enter");
  const update = page.getByRole("button", { name: "Update referral" });
  await tabTo(page, update);
  await press(page, "Enter");
  await expect(page.getByRole("form", { name: "Referral update" })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("form")?.ariaLabel))
    .toBe("Referral update");
  await press(page, "Escape");
  await expect(update).toBeFocused();

  const address = page.url().replace(/\/referrals\/.*/, "");
  await page.goto(`${address}/appointments?view=agenda`);
  const status = page.getByRole("button", { name: /^Status of/ }).first();
  await tabTo(page, status, 60);
  await press(page, "Enter");
  // The menu handles Escape only once it has the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=menu]") !== null)).toBe(true);
  await press(page, "Escape");
  await expect(status).toBeFocused();
});

test("admins can manage endpoints and clients by keyboard without losing the focus", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Webhooks");
  const add = page.getByRole("button", { name: "New endpoint" });
  await tabTo(page, add);
  await press(page, "Enter");
  await expect(page.getByLabel("URL")).toBeFocused();
  await page.keyboard.type("http://127.0.0.1:9/by-keys");
  await press(page, "Enter");
  const done = page.getByRole("dialog").getByRole("button", { name: /^(Done|I have)/ });
  await tabTo(page, done);
  await press(page, "Enter");
  const edit = page.getByRole("button", { name: "Edit" });
  await tabTo(page, edit);
  await press(page, "Enter");
  await expect(page.getByLabel("URL")).toBeFocused();
  await press(page, "Tab");
  await page.keyboard.type("By keys");
  await press(page, "Enter");
  await expect(page.getByRole("dialog").getByText("By keys")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  await tabTo(page, page.getByRole("button", { name: "Delete…" }));
  await press(page, "Enter");
  await tabTo(page, page.getByRole("button", { name: /^Delete 127/ }));
  await press(page, "Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);

  await console.goTo("Integrations");
  const make = page.getByRole("button", { name: "New API client" });
  await make.focus();
  await press(page, "Enter");
  const name = `By keys ${Date.now()}`;
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.keyboard.type(name);
  await press(page, "Enter");
  await tabTo(page, done);
  await press(page, "Enter");
  await expect(make).toBeFocused();
  await tabTo(page, page.getByRole("button", { name: `Actions for ${name}` }));
  await press(page, "Enter");
  await page.keyboard.type("revoke");
  await press(page, "Enter");
  await tabTo(page, page.getByRole("button", { name: `Revoke ${name}` }));
  await press(page, "Enter");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Revoked");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

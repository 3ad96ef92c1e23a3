import type { Page } from "@playwright/test";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { type Role, userOf } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

const reference = (page: Page) => page.getByLabel("Reference number");
const signInHeading = (page: Page) => page.getByRole("heading", { name: "Sign in", level: 1 });
const LOCK = "Control+Shift+L";

test.use({ ownContext: true });

/** Types the password, and the address if the page does not know it, as a person of this role. */
async function unlock({ page }: ConsolePage, { email, password }: ReturnType<typeof userOf>): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Returns what the server says to the browser's own session. */
async function statusOf(page: Page, baseUrl: string, account: string): Promise<number> {
  return (await page.request.get(`${baseUrl}/jobs`, { headers: { "x-linked-account": account } })).status();
}

const accountIn = (page: Page): string => /\/a\/(\w{32})/.exec(page.url())?.[1] ?? "";

test("a desk is handed over by two clicks: a note, the lock, and each person's own drafts", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  const people = (role: Role) => userOf(demo, role);
  await console.signInByForm("staff");
  const account = accountIn(page);
  await console.openPaymentForm();
  await reference(page).fill("MINE-1");
  await page.getByRole("button", { name: "Close" }).first().click();

  const effort = await Effort.from(page);
  await page.getByRole("button", { name: "Hand over" }).click();
  const dialog = page.getByRole("dialog", { name: "Hand over" });
  await expect(dialog.getByRole("region", { name: "What you left open" })).toContainText(/Payment\s*Not sent/);
  await expect(dialog.getByLabel("Note to the next shift")).toBeFocused();
  expect(await findingsInBothThemes(page)).toEqual([]);
  const note = `The fax is out of paper ${Date.now()}`;
  await page.keyboard.insertText(note);
  const { clicks } = await effort.spent();
  await dialog.getByRole("button", { name: "Leave the note and lock" }).click();
  expect(clicks + 1).toBeLessThanOrEqual(2);

  await expect(signInHeading(page)).toBeVisible();
  await expect(page.getByText("This browser is locked")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(people("staff").email);
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  expect(await page.content()).not.toContain(note);
  expect(await statusOf(page, demo.base_url, account)).toBe(401);
  expect(await findingsInBothThemes(page)).toEqual([]);

  await unlock(console, people("admin"));
  const left = page.getByRole("list", { name: "Notes from the last shift" });
  await expect(left.getByText(note)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await console.openPaymentForm();
  await expect(reference(page)).toHaveValue("");
  await reference(page).fill("THEIRS-1");
  await left.getByRole("listitem").filter({ hasText: note }).getByRole("button").click();
  await expect(left.getByText(note)).toBeHidden();

  await page.keyboard.press(LOCK);
  await expect(signInHeading(page)).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toMatch(/MINE|THEIRS/);
  await unlock(console, people("staff"));
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await console.openPaymentForm();
  await expect(reference(page)).toHaveValue("MINE-1");
});

test("two tabs with the same form keep each their own draft, and nobody else's", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  const people = (role: Role) => userOf(demo, role);
  await console.signInByForm("staff");
  const second = new ConsolePage(await page.context().newPage(), demo);
  const tabs = [console, second] as const;
  await second.page.goto(page.url());
  await expect(second.page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  const close = (tab: ConsolePage) =>
    tab.page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  for (const tab of tabs) await tab.openPaymentForm();
  await reference(page).fill("FIRST-TAB");
  await reference(second.page).fill("SECOND-TAB");
  await expect(reference(page)).toHaveValue("FIRST-TAB");
  for (const tab of tabs) await close(tab);

  const reopen = async (role: Role, expected: readonly string[]) => {
    await page.keyboard.press(LOCK);
    for (const tab of tabs) await expect(signInHeading(tab.page)).toBeVisible({ timeout: 30_000 });
    await unlock(console, people(role));
    await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
    await second.page.goto(page.url().replace(/\?.*/, ""));
    for (const [index, tab] of tabs.entries()) {
      await expect(tab.page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
      await tab.openPaymentForm();
      await expect(reference(tab.page)).toHaveValue(expected[index] ?? "", { timeout: 30_000 });
    }
  };
  await reopen("admin", ["", ""]);
  await reference(second.page).fill("OF-ANOTHER");
  for (const tab of tabs) await close(tab);
  await reopen("staff", ["FIRST-TAB", "SECOND-TAB"]);
});

test("a lock by one key hides every tab, and leads its person back to where they were", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signInByForm("staff");
  await console.goTo("Patients");
  const address = page.url();
  const other = await page.context().newPage();
  await other.goto(address.replace("/patients", "/claims"));
  await expect(other.getByRole("table", { name: "Claims" })).toBeVisible();

  await page.getByRole("searchbox").first().focus();
  await page.keyboard.press(LOCK);
  for (const tab of [page, other]) {
    await expect(signInHeading(tab)).toBeVisible();
    await expect(tab.getByRole("table")).toHaveCount(0);
  }
  await page.getByLabel("Password", { exact: true }).fill(userOf(demo, "staff").password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { name: "Patients", level: 1 })).toBeVisible();
});

test("a lock without a connection hides the page at once, and ends the session as soon as it can", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signInByForm("staff");
  const account = accountIn(page);
  await page.context().setOffline(true);
  await page.keyboard.press(LOCK);
  await expect(page.getByRole("heading", { name: "Locked" })).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(signInHeading(page)).toBeVisible();
  expect(await statusOf(page, demo.base_url, account)).toBe(401);
});

test("a person is switched from the menu, and the sign-in is theirs", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signInByForm("staff");
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Switch person" }).click();
  await expect(signInHeading(page)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("");
  await unlock(console, userOf(demo, "admin"));
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
});

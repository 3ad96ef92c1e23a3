import type { Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { newReference } from "./support/payments.ts";
import { ownProvider, readProviders } from "./support/providers.ts";
import { expect, test } from "./support/test.ts";

test("axe finds no violation from the sign-in to the first page in either theme", async ({ page, demo }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${demo.console_url}/sign-in`);
  expect(await findingsInBothThemes(page)).toEqual([]);

  await new ConsolePage(page, demo).signIn("admin");
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("a change of the theme starts no transition for a person who asks for less motion", async ({ page, demo }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(`${demo.console_url}/sign-in`);
  await expect(page.getByLabel("Email")).toBeVisible();
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  // The first change of the style would start the transitions.
  expect(await ground()).not.toBe(light);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("axe finds no violation from an empty form to its job's end in either theme", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  await console.openPaymentForm();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await console.send();
  await expect(page.getByText("Enter an amount above $0").first()).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);

  await console.fillPayment({ patient: "MRN-1001", amount: "5", reference: newReference("AXE") });
  await console.send();
  await expect(console.step).toContainText("Completed");
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("a payment can be made with the keyboard alone", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const chooseFirst = async (label: RegExp) => {
    const button = page.getByRole("button", { name: label });
    await expect(button).toBeFocused();
    await press("Enter");
    await expect(page.getByRole("listbox")).toBeVisible();
    await press("ArrowDown", "Enter");
    // The list keeps the Tab key for itself until it has closed.
    await expect(button).toBeFocused();
  };
  await press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.type("payment");
  await expect(page.getByRole("menuitem", { name: /^Post payment/ })).toBeVisible();
  await press("Enter");
  const patient = page.getByRole("combobox", { name: "Patient" });
  await expect(patient).toBeFocused();
  await page.keyboard.type("MRN-1003");
  await expect(page.getByRole("option", { name: /MRN-1003/ }).first()).toBeVisible();
  await press("ArrowDown", "Enter");
  await expect(page.getByRole("form", { name: "Payment" }).getByText(/MRN-1003\d\d · born/)).toBeVisible();
  await press("Tab");
  await expect(page.getByLabel("Amount")).toBeFocused();
  await page.keyboard.type("3.50");
  // The open balance, if there is one, comes between.
  await tabTo(page, "button", /Payment method/);
  await chooseFirst(/Payment method/);
  await press("Tab");
  await expect(page.getByLabel("Reference number")).toBeFocused();
  await page.keyboard.type("KEYS-1");
  await press("Tab");
  await chooseFirst(/Location/);
  await page.getByLabel("Reference number").focus();
  await press("Enter");
  await expect(console.step).toContainText("Completed");
});

/** Presses Tab until the control with this name has the focus. Throws if no press focuses it. */
async function tabTo(page: Page, role: "button" | "switch" | "textbox" | "searchbox" | "link", name: RegExp) {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    const found = page.getByRole(role, { name }).and(focused);
    if ((await found.count()) > 0) return;
  }
  throw new Error(`Tab never reached ${role} ${name}`);
}

test("claims can be refreshed with the keyboard alone", { tag: "@long" }, async ({ page, demo }) => {
  const { claims } = await readApi<{ claims: { emr_claim_id: string }[] }>(demo, "/claims?limit=1");
  const number = claims[0]?.emr_claim_id ?? "";
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.type("refresh claims");
  await expect(page.getByRole("menuitem", { name: /^Refresh claims/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Claims refresh" });
  await expect(form).toBeVisible();
  await form.getByRole("radio", { name: "By claim numbers" }).focus();
  await page.keyboard.press("Space");
  await tabTo(page, "textbox", /Claim numbers/);
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button", { name: `Remove ${number}` })).toBeVisible();
  await tabTo(page, "button", /^Refresh claims$/);
  await page.keyboard.press("Enter");
  await expect(console.step).toContainText("Completed");
  await expect(console.panel.getByRole("region", { name: "Result" })).toContainText(number);
});

test("a provider can be hidden and shown with the keyboard alone", { tag: "@long" }, async ({ page, demo }) => {
  const { id, last_name } = await ownProvider(demo);
  await page.goto(`${await new ConsolePage(page, demo).enter("admin")}/providers?q=${last_name}`);
  await expect(page.getByRole("switch").first()).toBeVisible();
  await tabTo(page, "switch", /shown in availability/);
  const shown = page.getByRole("switch", { name: new RegExp(` ${last_name} is shown in availability$`) });
  const isHidden = async () => (await readProviders(demo)).find((provider) => provider.id === id)?.hide_in_availability;
  await expect(shown).toBeChecked();
  await page.keyboard.press("Space");
  await expect(shown).not.toBeChecked();
  await expect(shown).toBeFocused();
  await expect.poll(isHidden).toBe("true");
  await page.keyboard.press("Space");
  await expect(shown).toBeChecked();
  await expect.poll(isHidden).toBe("false");
});

test("at 400 % zoom no page scrolls sideways, and its form can be filled in", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  const account = await console.enter("admin");
  // 1280 px at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const section of [
    "appointments",
    "patients",
    "providers",
    "referrals",
    "claims",
    "documents",
    "activity",
    "drafts",
    "to-reconcile",
  ]) {
    await page.goto(`${account}/${section}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(content, section).toBeLessThanOrEqual(room ?? 0);
  }
  await page.goto(`${account}/activity?new=patient-notes:create`);
  await page.getByRole("textbox", { name: "Note", exact: true }).fill("Typed at 400 %");
  await page.getByRole("button", { name: "Add chart note" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: "Add chart note" })).toBeInViewport();
  await page.getByRole("button", { name: "Add chart note" }).click();
  await expect(page.getByRole("combobox", { name: "Patient" })).toBeInViewport();
});

test("a screen reader announces a job's progress at most every two seconds, and its end", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  await console.fillPayment({ patient: "MRN-1001", amount: "6", reference: newReference("SPOKEN") });
  await page.evaluate(() => {
    const announced: { at: number; text: string }[] = [];
    const words = () => document.querySelector('article [role="status"]')?.textContent ?? "";
    new MutationObserver(() => {
      const text = words();
      if (text !== "" && text !== announced.at(-1)?.text) announced.push({ at: performance.now(), text });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { announced });
  });
  await console.send();
  await expect(console.panel.getByRole("status").first()).toHaveText("Payment completed");
  const announced = await page.evaluate(
    () => (window as typeof window & { announced: { at: number; text: string }[] }).announced,
  );
  expect(announced.at(-1)?.text).toBe("Payment completed");
  // The first message appears together with the panel, so no pause precedes it.
  const changes = announced.slice(1);
  for (const [index, { at }] of changes.entries()) {
    if (index > 0) expect(at - (changes[index - 1]?.at ?? 0)).toBeGreaterThan(1_900);
  }
});

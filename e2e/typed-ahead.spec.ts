import type { Locator, Page } from "@playwright/test";
import { nearestVisit } from "#components/forms/known-values.ts";
import { addDays } from "#lib/kernel/dates";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Patient {
  mrn: string;
  first_name: string;
  last_name: string;
}

/** Holds back the scripts that the page has not loaded yet, such as a form's; returns the function that lets them in. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route("**/_next/static/chunks/**", async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Goes to a page whose form needs scripts that its first view has not; those are held back. */
async function openAddress(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  const html = await (await page.request.get(address)).text();
  await page.route("**/_next/static/chunks/**", async (route) => {
    const [, name = ""] = /chunks\/([^?]+)/.exec(route.request().url()) ?? [];
    if (!html.includes(`="/_next/static/chunks/${name}"`)) await released.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return released.resolve;
}

async function somePatient(demo: Parameters<typeof readApi>[0]): Promise<Patient> {
  const { patients } = await readApi<{ patients: Patient[] }>(demo, "/patients?limit=1");
  if (!patients[0]) throw new Error("The demo has no patients");
  return patients[0];
}

test("what is typed while a form loads arrives in its first field, with the Enter or Tab that ends it", async ({
  page,
  demo,
}) => {
  const { mrn, first_name, last_name } = await somePatient(demo);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.getByRole("button", { name: "New", exact: true }).click();
  const item = page.getByRole("menuitem", { name: /^Post payment/ });
  await expect(item).toBeVisible();
  const release = await holdScripts(page);
  await item.click();
  await expect(item).toHaveCount(0);
  await page.keyboard.type(`${mrn}x`);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("45.5");
  release();
  const form = page.getByRole("form", { name: "Payment" });
  await expect(form.getByRole("combobox", { name: "Patient" })).toHaveValue(`${first_name} ${last_name}`);
  await expect(form.getByLabel("Amount", { exact: true })).toHaveValue("45.5");
  await page.keyboard.type("0");
  await expect(form.getByLabel("Amount", { exact: true })).toHaveValue("45.50");
});

/** Chooses by a click or by Enter, and types in the same moment, before the page has drawn anything. */
const chooseAndType = (choice: Locator, by: "click" | "Enter", text: string) =>
  choice.evaluate(
    (element, keys) => {
      const press = (key: string) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      if (keys.by === "click") (element as HTMLElement).click();
      else press("Enter");
      for (const key of keys.text) press(key);
    },
    { by, text },
  );

for (const [by, place] of [
  ["click", "menu"],
  ["Enter", "search"],
] as const) {
  test(`what is typed from the choice in the ${place} on arrives in the form, whatever is loaded`, async ({
    page,
    demo,
  }) => {
    const { mrn, first_name, last_name } = await somePatient(demo);
    const search = page.getByRole("searchbox", { name: "Search patients" }).first();
    await new ConsolePage(page, demo).signIn("staff", "Patients");
    if (place === "menu") await page.getByRole("button", { name: "New", exact: true }).click();
    else {
      // The palette returns the focus to this field when it closes; the letters must still arrive in the form.
      await search.focus();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("post payment");
    }
    const choice = page.getByRole("menuitem", { name: /^Post payment/ });
    await expect(choice).toBeVisible();
    const release = await holdScripts(page);
    await chooseAndType(choice, by, mrn.slice(0, 3));
    await page.keyboard.type(mrn.slice(3));
    await expect(page.getByRole("menuitem")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await page.keyboard.type("45.5");
    release();
    const form = page.getByRole("form", { name: "Payment" });
    await expect(form.getByRole("combobox", { name: "Patient" })).toHaveValue(`${first_name} ${last_name}`);
    await expect(form.getByLabel("Amount", { exact: true })).toHaveValue("45.5");
    await expect(search).toHaveValue("");
    await page.keyboard.type("0");
    await expect(form.getByLabel("Amount", { exact: true })).toHaveValue("45.50");
  });
}

test("the search that is opened while a form loads takes what is typed into it", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const search = page.getByRole("searchbox", { name: "Search patients, pages, jobs and operations" });
  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New", exact: true }).click();
  const item = page.getByRole("menuitem", { name: /^Post payment/ });
  const release = await holdScripts(page);
  await item.click();
  await page.keyboard.press("Control+k");
  await expect(search).toBeFocused();
  await page.keyboard.type("claims");
  await expect(search).toHaveValue("claims");
  release();
});

test("a form opened by its address takes what was typed and pasted while it loaded", async ({ page, demo }) => {
  const { mrn, first_name, last_name } = await somePatient(demo);
  const account = await new ConsolePage(page, demo).enter();
  const release = await openAddress(page, `${account}/today?new=payments:create`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.keyboard.type(mrn.slice(0, 3));
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, mrn.slice(3));
  await page.keyboard.press("Enter");
  release();
  const form = page.getByRole("form", { name: "Payment" });
  await expect(form.getByRole("combobox", { name: "Patient" })).toHaveValue(`${first_name} ${last_name}`);
  await expect(form).toBeVisible();
});

test("what is typed into another field while a form loads stays there, and the form leaves the focus", async ({
  page,
  demo,
}) => {
  const account = await new ConsolePage(page, demo).enter();
  const release = await openAddress(page, `${account}/patients?new=payments:create`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search patients" }).first();
  await search.focus();
  await page.keyboard.type("lee");
  release();
  const form = page.getByRole("form", { name: "Payment" });
  await expect(form).toBeVisible();
  await expect(form.getByRole("combobox", { name: "Patient" })).toHaveValue("");
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("lee");
});

interface Visit {
  patient_mrn: string | null;
  location: string;
  datetime: string;
}

/** Returns a patient whose nearest visit has a location, with its name. */
async function visitorOf(demo: DemoFile): Promise<{ mrn: string; location: string }> {
  const today = new Date().toISOString().slice(0, 10);
  const read = async (range: number, filter: Record<string, string>) => {
    const days = { start_date: addDays(today, -range), end_date: addDays(today, range) };
    const query = new URLSearchParams({ ...days, limit: "200", ...filter });
    return (await readApi<{ appointments: Visit[] }>(demo, `/appointments?${query}`)).appointments;
  };
  for (const { patient_mrn: mrn } of await read(0, { category: "appointment" })) {
    const visit = mrn && nearestVisit(await read(90, { patient_mrn: mrn }), today);
    if (visit) return { mrn, location: visit.location };
  }
  throw new Error("No patient of today has a visit with a location");
}

test("a form that is sent before the page has filled in the location asks for it no longer than it is empty", async ({
  page,
  demo,
}) => {
  const { mrn, location } = await visitorOf(demo);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const released = Promise.withResolvers<void>();
  await page.route(/\/v1\/appointments\?.*patient_mrn=/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await console.openPaymentForm();
  const form = page.getByRole("form", { name: "Payment" });
  await console.pickPatient(mrn);
  await form.getByLabel("Reference number").press("Control+Enter");
  await expect(form.getByText("Choose the location", { exact: true })).toBeVisible();
  const amount = form.getByLabel("Amount");
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  released.resolve();
  await expect(form.getByRole("button", { name: /Location/ })).toContainText(location);
  await expect(form.getByText("Choose the location", { exact: true })).toHaveCount(0);
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await page.unrouteAll({ behavior: "wait" });
});

import type { Page, Request } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { userOf } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

/** Holds back the scripts that the page has not loaded yet; returns the function that lets them in. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released.promise;
    await route.continue().catch(() => undefined);
  });
  return released.resolve;
}

/** Opens a page whose scripts are held back; returns the function that lets them in. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const release = await holdScripts(page);
  await page.goto(address, { waitUntil: "commit" });
  return release;
}

test("what is typed into a search before the page's scripts run stays, and is searched for", async ({ page, demo }) => {
  const account = await new ConsolePage(page, demo).enter();
  const release = await openWithoutScripts(page, `${account}/patients`);
  const search = page.getByRole("searchbox", { name: "Search patients" }).first();
  await search.focus();
  await page.keyboard.type("whit");
  release();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/=whit/);
  await page.keyboard.type("f");
  await expect(search).toHaveValue("whitf");
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(/=whitf/);
});

test("what is typed before the page's scripts run stays although they draw the page anew", async ({ page, demo }) => {
  const account = await new ConsolePage(page, demo).enter();
  // A page whose text has changed since the server drew it: React makes new elements.
  await page.route(/\/patients$/, async (route) => {
    const response = await route.fetch();
    const served = await response.text();
    expect(served).toContain(">Patients</h1>");
    await route.fulfill({ response, body: served.replace(">Patients</h1>", ">Patients of before</h1>") });
  });
  const release = await openWithoutScripts(page, `${account}/patients`);
  const search = page.getByRole("searchbox", { name: "Search patients" }).first();
  const before = await search.elementHandle();
  await search.focus();
  await page.keyboard.type("whit");
  release();
  await expect(page.getByRole("heading", { name: "Patients", exact: true, level: 1 })).toBeVisible();
  expect(await before?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(page).toHaveURL(/=whit/);
  await page.keyboard.type("f");
  await expect(search).toHaveValue("whitf");
});

test("a filter's date that is typed before the page's scripts run is taken with its Enter, or once it is left", async ({
  page,
  demo,
}) => {
  const account = await new ConsolePage(page, demo).enter();
  for (const end of ["Enter", "Tab"]) {
    await page.goto("about:blank");
    const release = await openWithoutScripts(page, `${account}/recalls`);
    await page.getByRole("textbox", { name: "Due before" }).focus();
    await page.keyboard.type("1/15/27");
    await page.keyboard.press(end);
    release();
    await expect(page).toHaveURL(/due_before=2027-01-15/);
    await expect(page.getByRole("textbox", { name: "Due before" })).toHaveValue("1/15/2027");
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("a filter's date and its Enter or Tab arrive although what reads dates loads later", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  for (const [text, end] of [
    ["1/15/27", "Enter"],
    ["nov 5 2027", "Tab"],
    ["2/30/2027", "Enter"],
  ] as const) {
    await page.goto("about:blank");
    await console.signIn("staff", "Recalls");
    const release = await holdScripts(page);
    const field = page.getByRole("textbox", { name: "Due before" });
    await field.click();
    await page.keyboard.type(text);
    await page.keyboard.press(end);
    await expect(page).not.toHaveURL(/due_before/);
    release();
    if (text.startsWith("2/30")) {
      await expect(page.getByText("February has 28 or 29 days").first()).toBeVisible();
      await expect(field).toHaveValue(text);
    } else await expect(page).toHaveURL(/due_before=2027-(01-15|11-05)/);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("a filter's date that was ended is taken although its field has the focus again before what reads dates loads", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  for (const end of ["Enter", "Tab"]) {
    await page.goto("about:blank");
    await console.signIn("staff", "Recalls");
    const release = await holdScripts(page);
    const field = page.getByRole("textbox", { name: "Due before" });
    await field.click();
    await page.keyboard.type("1/15/27");
    await page.keyboard.press(end);
    // As the window does that another one covers for a moment.
    await field.blur();
    await field.focus();
    release();
    await expect(page).toHaveURL(/due_before=2027-01-15/);
    await expect(field).toHaveValue("1/15/2027");
    await expect(field).toBeFocused();
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("letters choose a filter's value although the list of values loads later", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Providers");
  const release = await holdScripts(page);
  const filter = page.getByRole("search").locator('[aria-haspopup="listbox"]').first();
  await filter.focus();
  const before = await filter.textContent();
  await page.keyboard.type("ina");
  release();
  await expect(filter).not.toHaveText(before ?? "");
  await expect(filter).toHaveText("Inactive");
  await expect(filter).toBeFocused();
});

test("a sign-in that is typed and sent before the page's scripts run signs in, and no password is in an address", async ({
  page,
  demo,
}) => {
  const addresses: string[] = [];
  page.on("request", (request: Request) => addresses.push(request.url()));
  const { email, password } = userOf(demo, "staff");
  const release = await openWithoutScripts(page, `${demo.console_url}/sign-in`);
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.getByLabel("Password", { exact: true }).focus();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("heading", { name: "Today", level: 1, exact: true })).toBeVisible();
  expect(addresses.filter((address) => address.includes("password="))).toEqual([]);
});

test("a sign-in keeps the focus and the texts that it had before the page's scripts ran", async ({ page, demo }) => {
  const release = await openWithoutScripts(page, `${demo.console_url}/sign-in`);
  await page.getByLabel("Email").fill("ana@example.org");
  const field = page.getByLabel("Password", { exact: true });
  await field.focus();
  await page.keyboard.type("abc");
  release();
  await expect(async () => {
    await page.getByRole("button", { name: /^(Show|Hide)/ }).click();
    await expect(field).toHaveAttribute("type", "text", { timeout: 500 });
  }).toPass();
  await expect(field).toHaveValue("abc");
  await expect(page.getByLabel("Email")).toHaveValue("ana@example.org");
});

test("what is typed before the page's scripts run arrives in the form that its address opens", async ({
  page,
  demo,
}) => {
  interface Patient {
    mrn: string;
    first_name: string;
    last_name: string;
  }
  const { patients } = await readApi<{ patients: Patient[] }>(demo, "/patients?limit=1");
  const [patient] = patients;
  if (!patient) throw new Error("The demo has no patients");
  const account = await new ConsolePage(page, demo).enter();
  const release = await openWithoutScripts(page, `${account}/today?new=payments:create`);
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await page.keyboard.type(`${patient.mrn}x`);
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("45.5");
  release();
  const form = page.getByRole("form", { name: "Payment" });
  await expect(form.getByRole("combobox", { name: "Patient" })).toHaveValue(
    `${patient.first_name} ${patient.last_name}`,
  );
  await expect(form.getByLabel("Amount", { exact: true })).toHaveValue("45.5");
});

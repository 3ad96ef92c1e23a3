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

test("what is typed while the list takes over what was typed before stays, and is searched for", async ({
  page,
  demo,
}) => {
  await page.addInitScript(() => {
    // Types on between the moment at which the search's pause ends and the one at which React shows what follows from it.
    const later = window.setTimeout;
    const typeOn = () => {
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement) || field.value !== "whit") return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "whitf");
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    };
    const followed = (act: () => void) => () => {
      act();
      typeOn();
    };
    window.setTimeout = ((act: () => void, ms?: number) =>
      later(ms === 250 ? followed(act) : act, ms)) as typeof window.setTimeout;
  });
  await new ConsolePage(page, demo).signIn("staff", "Patients");
  const search = page.getByRole("searchbox", { name: "Search patients" }).first();
  await search.focus();
  await page.keyboard.type("whit");
  await expect(page).toHaveURL(/=whitf/);
  await expect(search).toHaveValue("whitf");
});

/** Serves a page whose text has changed since the server drew it, so that React makes new elements. */
async function drawAnew(page: Page, address: RegExp, text: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const served = await response.text();
    expect(served).toContain(`>${text}<`);
    await route.fulfill({ response, body: served.replace(`>${text}<`, `>${text} of before<`) });
  });
}

/** Holds the moment at which the page tells that it listens, after React has taken over its elements, until `goOn` is called. */
async function holdEffects(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let tell: (() => void) | undefined;
    Object.defineProperty(window, "handTypedEarly", {
      set: (given: () => void) => {
        tell = given;
      },
      get: () => () => Object.assign(window, { goOn: tell }),
    });
  });
}

test("what is typed before the page's scripts run stays although they draw the page anew", async ({ page, demo }) => {
  const account = await new ConsolePage(page, demo).enter();
  await drawAnew(page, /\/patients$/, "Patients");
  const release = await openWithoutScripts(page, `${account}/patients`);
  const search = page.getByRole("searchbox", { name: "Search patients" }).first();
  const before = await search.elementHandle();
  await search.focus();
  await page.keyboard.type("whit");
  release();
  await expect.poll(() => before?.evaluate((element) => element.isConnected)).toBe(false);
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

test("a date is taken with its Enter, or once it is left, although the page is drawn anew, and the focus stays", async ({
  page,
  demo,
}) => {
  const account = await new ConsolePage(page, demo).enter();
  for (const end of ["Enter", "Tab", "Shift+Tab", "link"]) {
    await page.goto("about:blank");
    await drawAnew(page, /\/recalls$/, "Recalls");
    const release = await openWithoutScripts(page, `${account}/recalls`);
    const field = page.getByRole("textbox", { name: "Due before" });
    await field.focus();
    await page.keyboard.type("1/15/27");
    if (end === "link") await page.getByRole("link", { name: "Patients", exact: true }).focus();
    else await page.keyboard.press(end);
    const before = await page.evaluateHandle(() => document.activeElement as HTMLElement);
    const name = await before.evaluate((element) => element.ariaLabel ?? element.textContent);
    release();
    await expect(page).toHaveURL(/due_before=2027-01-15/);
    await expect(field).toHaveValue("1/15/2027");
    expect(await before.evaluate((element) => element.isConnected)).toBe(false);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent))
      .toBe(name);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test.describe("while React has taken over the elements but the page's parts do not know yet", () => {
  test("Enter takes a filter's date that was typed before", async ({ page, demo }) => {
    const account = await new ConsolePage(page, demo).enter();
    await holdEffects(page);
    for (const end of ["Enter", "Tab"]) {
      await page.goto("about:blank");
      const release = await openWithoutScripts(page, `${account}/recalls`);
      const field = page.getByRole("textbox", { name: "Due before" });
      await field.focus();
      await page.keyboard.type("1/15/27");
      release();
      await page.waitForFunction(() => "goOn" in window);
      await page.keyboard.press(end);
      await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn());
      await expect(page).toHaveURL(/due_before=2027-01-15/);
      await expect(field).toHaveValue("1/15/2027");
      await page.unrouteAll({ behavior: "wait" });
    }
  });

  test("a form that is sent then is sent with what was typed before", async ({ page, demo }) => {
    await holdEffects(page);
    const { email, password } = userOf(demo, "staff");
    const release = await openWithoutScripts(page, `${demo.console_url}/sign-in`);
    await page.getByLabel("Email").focus();
    await page.keyboard.type(email);
    await page.getByLabel("Password", { exact: true }).focus();
    await page.keyboard.type(password);
    release();
    await page.waitForFunction(() => "goOn" in window);
    await page.keyboard.press("Enter");
    await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn());
    await expect(page.getByRole("heading", { name: "Today", level: 1, exact: true })).toBeVisible();
  });
});

test("a sign-in that is sent early is sent although the page is drawn anew", async ({ page, demo }) => {
  const { email, password } = userOf(demo, "staff");
  await drawAnew(page, /\/sign-in$/, "Sign in");
  const release = await openWithoutScripts(page, `${demo.console_url}/sign-in`);
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  await page.getByLabel("Password", { exact: true }).focus();
  await page.keyboard.type(password);
  const before = await page.getByLabel("Email").elementHandle();
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("heading", { name: "Today", level: 1, exact: true })).toBeVisible();
  expect(await before?.evaluate((element) => element.isConnected).catch(() => false)).toBe(false);
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

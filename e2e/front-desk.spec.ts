import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { newReference } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

interface Claim {
  patient_mrn: string;
  balance: string;
  service_date: string;
}

interface Visit {
  patient_mrn: string;
  location: string;
}

interface AtDesk {
  mrn: string;
  location: string;
  /** In dollars. */
  open: number;
}

/** Returns the patients with an open balance of $100 or more and a visit in these weeks, all visits at one location. */
async function patientsAtDesk(demo: DemoFile): Promise<AtDesk[]> {
  const { claims } = await readApi<{ claims: Claim[] }>(demo, "/claims?limit=2000");
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${day(-20)}&end_date=${day(20)}&limit=5000`,
  );
  const places = new Map<string, Set<string>>();
  for (const { patient_mrn, location } of appointments) {
    places.set(patient_mrn, (places.get(patient_mrn) ?? new Set()).add(location));
  }
  return [...places].flatMap(([mrn, locations]) => {
    const cents = claims
      .filter(({ patient_mrn }) => patient_mrn === mrn)
      .reduce((sum, { balance }) => sum + Math.round(Number(balance) * 100), 0);
    const [location] = locations;
    return location && locations.size === 1 && cents >= 10_000 ? [{ mrn, location, open: cents / 100 }] : [];
  });
}

async function patientAtDesk(demo: DemoFile): Promise<AtDesk> {
  const [first] = await patientsAtDesk(demo);
  if (!first) throw new Error("The demo has patients with a visit and an open balance");
  return first;
}

async function openPatient(page: Page, console: ConsolePage, mrn: string): Promise<void> {
  await page.goto(`${await console.enter()}/patients/${mrn}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

test("a payment for a known patient takes six clicks, and its deliveries one more", async ({ page, demo }) => {
  const { mrn, location } = await patientAtDesk(demo);
  const console = new ConsolePage(page, demo);
  await openPatient(page, console, mrn);
  const effort = await Effort.from(page);
  await page.getByRole("button", { name: "New for this patient" }).click();
  await page.getByRole("menuitem", { name: /^Post payment/ }).click();
  const form = page.getByRole("form", { name: "Payment" });
  // The form begins in the amount, and knows the day and the location of the visit.
  await expect(form.getByLabel("Amount")).toBeFocused();
  await expect(form.getByRole("button", { name: /Location/ })).toContainText(location);
  await expect(form.getByText(/^Where the visit of .+ is\.$/)).toBeVisible();
  await page.keyboard.type("20.50");
  await console.choose("Payment method", "Cash");
  await form.getByLabel("Reference number").click();
  await page.keyboard.type("DESK-1");
  await form.getByRole("button", { name: "Post payment" }).click();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(6);

  const before = (await effort.spent()).clicks;
  await console.panel.getByRole("button", { name: "Deliveries" }).click();
  await expect(console.panel.getByRole("region", { name: "Webhooks" })).toBeInViewport();
  expect((await effort.spent()).clicks - before).toBeLessThanOrEqual(2);
});

test("a payment needs at most 20 keys, and no pointer", { tag: "@long" }, async ({ page, demo }) => {
  const { mrn, location } = await patientAtDesk(demo);
  const console = new ConsolePage(page, demo);
  await openPatient(page, console, mrn);
  const effort = await Effort.from(page);
  const form = page.getByRole("form", { name: "Payment" });
  // The list of the methods comes late: a letter chooses in it all the same.
  const listed = Promise.withResolvers<void>();
  await page.route(/\/v1\/settings(\?|$)/, async (route) => {
    await listed.promise;
    await route.continue();
  });
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("searchbox", { name: /^Search patients/ })).toBeFocused();
  await page.keyboard.type("pay");
  await expect(page.getByRole("menuitem", { name: /^Post payment/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const amount = form.getByLabel("Amount");
  await expect(amount).toBeFocused();
  await page.keyboard.type("20");
  const method = form.getByRole("button", { name: /Payment method/ });
  for (let tabs = 0; tabs < 2; tabs++) {
    if (!(await method.evaluate((element) => element === document.activeElement))) await page.keyboard.press("Tab");
  }
  await expect(method).toBeFocused();
  await expect(method).toContainText("Loading");
  await page.keyboard.type("c");
  await page.keyboard.press("Tab");
  listed.resolve();
  await expect(form.getByLabel("Reference number")).toBeFocused();
  await page.keyboard.type("R1");
  await expect(method).toContainText(/Card|Cash|Check/);
  await expect(form.getByRole("button", { name: /Location/ })).toContainText(location);
  await expect(form.getByText(new RegExp(`^${mrn} · born`))).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(console.step).toContainText("Completed");
  const { clicks, keys } = await effort.spent();
  expect(clicks).toBe(0);
  expect(keys).toBeLessThanOrEqual(20);
});

test("three payments in a row take at most twelve keys each besides what is typed, and no pointer", async ({
  page,
  demo,
}) => {
  const patients = (await patientsAtDesk(demo)).slice(-3);
  expect(patients).toHaveLength(3);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = page.getByRole("form", { name: "Payment" });
  const method = form.getByRole("button", { name: /Payment method/ });
  const effort = await Effort.from(page);
  let before = 0;
  for (const { mrn } of patients) {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("searchbox", { name: /^Search patients/ })).toBeFocused({ timeout: 30_000 });
    await page.keyboard.type("pay ");
    await page.keyboard.insertText(mrn);
    await page.keyboard.press("Enter");
    await expect(form.getByText(new RegExp(`^${mrn} · born`))).toBeVisible({ timeout: 30_000 });
    await expect(form.getByLabel("Amount")).toBeFocused({ timeout: 30_000 });
    // What is open is offered between the amount and the method.
    await expect(form.getByRole("button", { name: / open on synchronized claims/ })).toBeVisible({ timeout: 30_000 });
    await page.keyboard.insertText("20");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(method).toBeFocused();
    await page.keyboard.press("c");
    await expect(method).toContainText(/Card|Cash|Check/, { timeout: 30_000 });
    await page.keyboard.press("Tab");
    await expect(form.getByLabel("Reference number")).toBeFocused();
    const reference = newReference("ROW");
    await page.keyboard.insertText(reference);
    await page.keyboard.press("Control+Enter");
    await expect(form).toHaveCount(0, { timeout: 30_000 });
    await expect(console.step).toContainText("Completed", { timeout: 60_000 });
    const { payments } = await readApi<{ payments: { reference_number: string }[] }>(
      demo,
      `/payments?patient_mrn=${mrn}&limit=100`,
    );
    expect(payments.map(({ reference_number }) => reference_number)).toContain(reference);
    const { clicks, keys } = await effort.spent();
    expect(clicks).toBe(0);
    expect(keys - before).toBeLessThanOrEqual(12);
    before = keys;
  }
});

test("the claims of one day are refreshed with two clicks, and a referral is updated beside its document with six", {
  tag: "@long",
}, async ({ page, demo }) => {
  const { claims } = await readApi<{ claims: Claim[] }>(demo, "/claims?limit=1");
  const [year = "", month = "", date = ""] = (claims[0]?.service_date ?? "").split("-");
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Claims");
  const effort = await Effort.from(page);
  await page.getByRole("button", { name: "Refresh claims" }).click();
  const form = page.getByRole("form", { name: "Claims refresh" });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest("form")?.ariaLabel))
    .toBe("Claims refresh");
  await page.keyboard.type(`${month}${date}${year}`);
  await form.getByRole("button", { name: "Refresh claims" }).click();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(4);
  await expect(console.panel.getByText(/^The claims of .+ were refreshed from the EMR of /)).toBeVisible();
  await console.panel.getByRole("button", { name: "Done" }).click();

  const { referrals } = await readApi<{
    referrals: { id: string; ehr_id: string | null; patient_mrn: string; document_ids: string[] }[];
  }>(demo, "/referrals?limit=50&direction=incoming");
  // Another test updates the first.
  const referral = referrals.filter(({ ehr_id, document_ids }) => ehr_id !== null && document_ids.length > 0).at(1);
  const list = new URLSearchParams({ patient_mrn: referral?.patient_mrn ?? "", direction: "incoming" });
  await page.goto(page.url().replace(/\/claims.*/, `/referrals?${list}`));
  const link = page.locator(`a[href$="/referrals/${referral?.id}"]`);
  await expect(link).toBeVisible();
  const counted = await Effort.from(page);
  await link.click();
  await page
    .getByRole("button", { name: /^Referral letter/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: /^Page 1 of/ })).toContainText("Referral letter", { timeout: 30_000 });
  await page.getByRole("button", { name: "Update referral" }).click();
  const update = page.getByRole("form", { name: "Referral update" });
  await update.getByLabel("Notes").click();
  await page.keyboard.type(`Called the office ${Date.now()}`);
  await update.getByRole("button", { name: "Update referral" }).click();
  await expect(console.step).toContainText("Completed");
  expect((await counted.spent()).clicks).toBeLessThanOrEqual(6);
});

test("the open balance is offered and never filled in", { tag: "@long" }, async ({ page, demo }) => {
  const { mrn, open } = await patientAtDesk(demo);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const amount = page.getByLabel("Amount", { exact: true });
  await console.pickPatient(mrn);
  const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(open);
  const chip = page.getByRole("button", { name: `Enter ${money} open on synchronized claims, as of ` });
  await expect(chip).toBeVisible();
  await expect(amount).toHaveValue("");
  await chip.click();
  await expect(amount).toHaveValue(money.replace("$", ""));
});

test("rare fields wait under More, which opens for an error; Cancel keeps what was typed", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Task");
  await expect(form.getByRole("button", { name: /Priority/ })).toContainText("Normal");
  const more = form.getByRole("button", { name: /^More/ });
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await expect(form.getByRole("button", { name: /Phone call type/ })).toHaveCount(0);
  await more.click();
  await expect(form.getByRole("button", { name: /Phone call type/ })).toBeVisible();
  await more.click();
  await form.getByLabel("Subject").fill("Call back");
  await form.getByLabel("Description").fill("About the results");
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(form).toHaveCount(0);
  await console.openForm("Task");
  await expect(form.getByLabel("Subject")).toHaveValue("Call back");
  await expect(form.getByText("As you left it")).toBeVisible();

  await console.pickPatient("MRN-1004", "Task");
  await page.route(/\/v1\/tasks$/, (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, message: "refused", errors: [{ field: "details", message: "must be one of X, Y" }] },
    }),
  );
  await form.getByLabel("Description").press("Control+Enter");
  await expect(more).toHaveAttribute("aria-expanded", "true");
  await expect(form.getByRole("button", { name: /Details/ })).toBeFocused();
});

test("a question mark lists the shortcuts, except while typing, and can be switched off", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await expect(list.getByText("Send the form from any field")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);

  const form = await console.openForm("Task");
  await form.getByLabel("Subject").press("?");
  await expect(form.getByLabel("Subject")).toHaveValue("?");
  await expect(list).toHaveCount(0);

  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await list.getByText("Open this list with ?").click();
  await list.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(list).toHaveCount(0);
});

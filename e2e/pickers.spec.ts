import type { Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Patient {
  mrn: string;
  first_name: string;
  last_name: string;
}

interface Recall {
  id: string;
  patient_mrn: string;
  reason: string;
}

interface Referral extends Recall {
  ehr_id: string | null;
  status: string | null;
}

interface Appointment {
  emr_appointment_id: string;
  datetime: string;
  patient_mrn: string;
}

type Demo = Parameters<typeof readApi>[0];

const patientOf = async (demo: Demo, { patient_mrn }: { patient_mrn: string }) =>
  (await readApi<{ patient: Patient }>(demo, `/patients/${patient_mrn}`)).patient;

/** Returns two referrals of the EMR with different reasons, since a chosen option stays in the list. */
async function twoReferrals(demo: Demo): Promise<[Referral, Referral]> {
  const { referrals } = await readApi<{ referrals: Referral[] }>(demo, "/referrals?limit=50");
  const held = referrals.filter(({ ehr_id }) => ehr_id !== null);
  const first = held.at(-1);
  const second = held.findLast(({ reason }) => reason !== first?.reason);
  if (!first || !second) throw new Error("The demo has referrals");
  return [first, second];
}

/** Opens the form and waits until the referrals are loaded, after which its length is final. */
async function openReferralUpdate(page: Page, demo: Demo) {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Referral update");
  const field = form.getByRole("combobox", { name: "Referral" });
  await expect(field).toBeFocused();
  return { console, form, field };
}

test("a recall is found by its patient's name, and its form and job show the patient", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { recalls } = await readApi<{ recalls: Recall[] }>(demo, "/recalls?status=open&limit=20");
  const recall = recalls.at(-1);
  if (!recall) throw new Error("The demo has open recalls");
  const { first_name, last_name } = await patientOf(demo, recall);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Recall action");
  const field = form.getByRole("combobox", { name: "Recall" });
  for (const words of [`${first_name} ${last_name}`, `${last_name}, ${first_name}`]) {
    await field.fill(words);
    await expect(page.getByRole("option", { name: recall.patient_mrn }).first()).toBeVisible();
  }
  await field.fill(`${last_name} ${recall.patient_mrn} ${recall.reason}`);
  await page.getByRole("option", { name: recall.reason }).first().click();
  await expect(field).toHaveValue(recall.reason);
  await expect(form.getByText(`${first_name} ${last_name} · ${recall.patient_mrn} · due`)).toBeVisible();
  await console.choose("Action taken", /./);
  await console.send();
  await expect(console.step).toContainText("Completed");
  await expect(console.panel).toContainText(`${first_name} ${last_name}`);
  await console.openDetails();
  await expect(console.panel.getByRole("region", { name: "Request" })).toContainText(recall.reason);
  await expect(console.panel.getByRole("region", { name: "Response" })).not.toContainText(recall.id);
});

test("the form opened from a recall on Today shows the patient", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  // Another test closes the first.
  const row = page.getByRole("region", { name: "Recalls due" }).getByRole("listitem").last();
  const link = await row.getByRole("link").first().getAttribute("href");
  const mrn = /patients\/([^?]+)/.exec(link ?? "")?.[1] ?? "";
  const { first_name, last_name } = await patientOf(demo, { patient_mrn: mrn });
  await row.getByRole("button", { name: /^Log call/ }).click();
  const form = page.getByRole("form", { name: "Recall action" });
  await expect(form.getByText(`${first_name} ${last_name} · ${mrn} · due`)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("selecting a referral in its update form fills the form, and only differences are sent", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const [first, second] = await twoReferrals(demo);
  const { console, form, field } = await openReferralUpdate(page, demo);
  // No part of the form shows below its button.
  const bar = form.locator("div:has(> button[type=submit])");
  const end = await bar.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(Math.round(end)).toBe(page.viewportSize()?.height);
  for (const referral of [second, first]) {
    const { first_name, last_name } = await patientOf(demo, referral);
    await field.fill(`${last_name}, ${first_name} ${referral.patient_mrn} ${referral.reason}`);
    await page.getByRole("option", { name: referral.reason }).first().click();
    await expect(form.getByLabel("Reason")).toHaveValue(referral.reason);
    await expect(form.getByText(`${first_name} ${last_name} · ${referral.patient_mrn}`)).toBeVisible();
  }
  await console.send();
  await expect(form.getByText("Nothing is changed yet")).toBeVisible();

  const code = `PA-${Date.now()}`;
  await form.getByLabel("Prior authorization code").fill(code);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await console.send();
  expect((await sent).postDataJSON()).toEqual({ prior_authorization_code: code });
  await expect(console.step).toContainText("Completed");
  await console.openDetails();
  await expect(console.panel.getByRole("region", { name: "Request" })).toContainText(first.reason);
});

test("letters typed while a long list loads become its search", async ({ page, demo }) => {
  const [referral] = await twoReferrals(demo);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const released = Promise.withResolvers<void>();
  await page.route(/\/v1\/referrals(\?|$)/, async (route) => {
    await released.promise;
    await route.continue();
  });
  const update = await console.openForm("Referral update");
  await update.getByRole("button", { name: /Referral$/ }).focus();
  await page.keyboard.type(referral.reason.slice(0, 3));
  released.resolve();
  const search = update.getByRole("combobox", { name: "Referral" });
  await expect(search).toBeFocused();
  await expect(search).toHaveValue(referral.reason.slice(0, 3));
  await expect(page.getByRole("option", { name: referral.reason }).first()).toBeVisible();
});

test("an appointment is found by its patient and time to set its status", { tag: "@long" }, async ({ page, demo }) => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { appointments } = await readApi<{ appointments: Appointment[] }>(
    demo,
    `/appointments?start_date=${day(1)}&end_date=${day(10)}&limit=50`,
  );
  const [visit] = appointments;
  if (!visit) throw new Error("The demo has coming appointments");
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Appointment status");
  await expect(form.getByText("Choose the patient first.")).toBeVisible();
  await console.pickPatient(visit.patient_mrn, "Appointment status");
  const date = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" });
  // Jobs of other tests may appear on the page beside the form.
  await form.getByRole("button", { name: /Appointment/ }).click();
  const onDay = date.format(new Date(`${visit.datetime.slice(0, 10)}T00:00:00Z`));
  await page.getByRole("option", { name: onDay }).first().click();
  await console.choose("Status", /./);
  expect(await findingsInBothThemes(page)).toEqual([]);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await console.send();
  expect((await sent).postDataJSON()).toMatchObject({ emr_appointment_id: visit.emr_appointment_id });
  await expect(console.step).toContainText("Completed");
});

test("scrolling the page keeps a field's typed text and matches", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Referrals");
  await expect(page.getByRole("table", { name: "Referrals" }).getByRole("row").nth(20)).toBeAttached();
  const field = page.getByRole("combobox", { name: "Patient" });
  await field.fill("MRN-1000");
  const option = page.getByRole("option").first();
  await expect(option).toBeVisible();
  await page.mouse.move(900, 600);
  await page.mouse.wheel(0, 40);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(field).toHaveValue("MRN-1000");
  await expect(option).toBeVisible();
  await field.press("Escape");
  await expect(option).toBeHidden();
});

test("a page that scrolls neither discards what is typed over a choice nor opens the list after the next choice", async ({
  page,
  demo,
}) => {
  const [first, second] = await twoReferrals(demo);
  const { form, field } = await openReferralUpdate(page, demo);
  await field.fill(`${first.patient_mrn} ${first.reason}`);
  await page.getByRole("option", { name: first.reason }).first().click();
  await expect(form.getByLabel("Reason")).toHaveValue(first.reason);

  const typed = `${second.patient_mrn} ${second.reason}`;
  await field.fill(typed);
  const option = page.getByRole("option", { name: second.patient_mrn }).first();
  await expect(option).toBeVisible();
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.move(500, 600);
  await page.mouse.wheel(0, 40);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before);
  await expect(field).toHaveValue(typed);
  await expect(option).toBeVisible();

  // A slow page handles both before it renders the closed list.
  await option.evaluate(async (element: HTMLElement) => {
    document.dispatchEvent(new Event("scroll"));
    element.click();
    // The library opens a list after a render.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
  await expect(field).toHaveValue(second.reason);
  await expect(form.getByLabel("Reason")).toHaveValue(second.reason);
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(form.getByRole("button", { name: "Update referral" })).toBeVisible();
});

test("a patient's name that arrives after the focus is replaced by what is typed", async ({ page, demo }) => {
  const { patients } = await readApi<{ patients: Patient[] }>(demo, "/patients?limit=1");
  const [patient] = patients;
  if (!patient) throw new Error("The demo has patients");
  await new ConsolePage(page, demo).signIn();
  const arriving = Promise.withResolvers<void>();
  await page.route(/\/v1\/patients\?mrns=/, async (route) => {
    await arriving.promise;
    await route.continue();
  });
  await page.goto(page.url().replace("/today", `/patients/${patient.mrn}?new=payments:create`));
  const field = page.getByRole("combobox", { name: "Patient" });
  await field.click();
  await expect(field).toHaveValue(patient.mrn);
  arriving.resolve();
  await expect(field).toHaveValue(`${patient.first_name} ${patient.last_name}`);
  await page.keyboard.type("M");
  await expect(field).toHaveValue("M");
});

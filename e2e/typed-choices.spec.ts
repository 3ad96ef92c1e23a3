import type { Page, Route } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Patient {
  mrn: string;
  first_name: string;
  last_name: string;
}

async function somePatients(demo: DemoFile): Promise<[Patient, Patient]> {
  const { patients } = await readApi<{ patients: Patient[] }>(demo, "/patients?limit=2");
  const [one, other] = patients;
  if (!one || !other) throw new Error("The demo has no two patients");
  return [one, other];
}

const nameOf = ({ first_name, last_name }: Patient) => `${first_name} ${last_name}`;

/** What a scanner sends: the text at once, then Enter, whose line feed some send as a second one. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
}

/** Holds the answers of the search for patients back; returns the function that lets them through. */
async function holdSearches(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/v1\/patient(s|-matches)\?/, async (route: Route) => {
    await released.promise;
    await route.continue().catch(() => undefined);
  });
  return released.resolve;
}

/** Counts the writes that the page sends. */
function countWrites(page: Page): () => number {
  let writes = 0;
  page.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/v1/")) writes++;
  });
  return () => writes;
}

async function openPayment(page: Page, demo: DemoFile) {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Payment");
  const field = form.getByRole("combobox", { name: "Patient" });
  await expect(field).toBeFocused();
  const chosen = ({ mrn }: Patient) => form.getByText(new RegExp(`^${mrn} · born`));
  return { form, field, chosen };
}

for (const name of ["Payment", "Task", "Chart note", "Referral", "Appointment status"]) {
  test(`a scanner chooses the patient in the form ${name}, and sends nothing`, async ({ page, demo }) => {
    const [one] = await somePatients(demo);
    const console = new ConsolePage(page, demo);
    await console.signIn();
    const form = await console.openForm(name);
    const field = form.getByRole("combobox", { name: "Patient" });
    await field.focus();
    const writes = countWrites(page);
    await scan(page, `]C1${one.mrn}`);
    await expect(form.getByText(new RegExp(`^${one.mrn} · born`))).toBeVisible();
    await expect(field).toHaveValue(nameOf(one));
    await expect(form).toBeVisible();
    expect(writes()).toBe(0);
  });
}

test("a scanner chooses the patient of a list's filter, whose picker is not loaded yet", async ({ page, demo }) => {
  const [one] = await somePatients(demo);
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Claims");
  await page.getByRole("combobox", { name: "Patient" }).focus();
  await scan(page, one.mrn);
  await expect(page).toHaveURL(new RegExp(`patient_mrn=${one.mrn}`));
  await expect(page.getByRole("combobox", { name: "Patient" })).toHaveValue(nameOf(one));
});

test("a scanner opens the patient in the search over everything before it has loaded, and a second one too", async ({
  page,
  demo,
}) => {
  const [one, other] = await somePatients(demo);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  for (const { mrn } of [one, other]) {
    await page.keyboard.press("Control+k");
    await scan(page, mrn);
    await expect(page).toHaveURL(new RegExp(`/patients/${mrn}$`));
  }
});

test("Enter before the answer chooses when it comes, and only for the text that was typed", async ({ page, demo }) => {
  const [one, other] = await somePatients(demo);
  const { form, field, chosen } = await openPayment(page, demo);
  const release = await holdSearches(page);
  await scan(page, one.mrn);
  await expect(field).toHaveValue(one.mrn);
  // Another wristband before the first answer.
  await page.keyboard.press("Control+a");
  await scan(page, other.mrn);
  release();
  await expect(field).toHaveValue(nameOf(other));
  await expect(chosen(other)).toBeVisible();
  await expect(form).toBeVisible();
});

test("a text that goes on after Enter chooses nothing", async ({ page, demo }) => {
  const [one] = await somePatients(demo);
  const { field, chosen } = await openPayment(page, demo);
  const release = await holdSearches(page);
  await scan(page, one.mrn);
  await page.keyboard.type("x");
  release();
  await expect(page.getByText("No patient", { exact: false }).first()).toBeVisible();
  await expect(field).toHaveValue(`${one.mrn}x`);
  await expect(chosen(one)).toHaveCount(0);
});

test("several matches choose nothing and say so, and the form waits for a choice", async ({ page, demo }) => {
  const { form, field } = await openPayment(page, demo);
  const writes = countWrites(page);
  for (const key of ["Enter", "Tab", "Control+Enter"]) {
    await field.fill("MRN-1");
    await field.press(key);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("status").filter({ hasText: "Several match" })).toBeAttached();
    await expect(field).toHaveValue("MRN-1");
  }
  await form.getByRole("button", { name: "Post payment" }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("MRN-1");
  expect(writes()).toBe(0);
});

test("the patient with exactly this MRN is chosen though others are near", async ({ page, demo }) => {
  const [one, other] = await somePatients(demo);
  const { field, chosen } = await openPayment(page, demo);
  await page.route(/\/v1\/patient-matches\?query=/, async (route) => {
    const answer = await route.fetch({
      url: route
        .request()
        .url()
        .replace(/query=[^&]*/, "query=MRN-1"),
    });
    await route.fulfill({ response: answer });
  });
  await scan(page, other.mrn);
  await expect(field).toHaveValue(nameOf(other));
  await expect(chosen(other)).toBeVisible();
  await expect(chosen(one)).toHaveCount(0);
});

test("a patient of a similar name is marked in pickers, the list and the search over everything, and Enter takes none", async ({
  page,
  demo,
}) => {
  const { patients } = await readApi<{ patients: Patient[] }>(demo, "/patients?limit=200");
  const patient = patients.find(({ last_name }) => /^[A-Z][a-z]{6,}$/.test(last_name));
  if (!patient) throw new Error("The demo has no patient with a long name");
  const { last_name: name } = patient;
  const misheard = `${name.slice(0, 3)}q${name.slice(4)} ${patient.first_name}`;
  const { field, chosen } = await openPayment(page, demo);
  await field.fill(misheard);
  // A part of the option's name, so that a screen reader says it with the option.
  const option = page.getByRole("option", { name: new RegExp(`${nameOf(patient)}.*Similar name`) });
  await expect(option.first()).toBeVisible();
  await field.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /Only a similar one|Several match/ })).toBeAttached();
  await expect(field).toHaveValue(misheard);
  await expect(chosen(patient)).toHaveCount(0);
  await option.first().click();
  await expect(chosen(patient)).toBeVisible();

  await page.goto(page.url().replace(/\/today.*/, `/patients?q=${encodeURIComponent(misheard)}`));
  await expect(page.getByRole("row", { name: nameOf(patient) }).filter({ hasText: "Similar name" })).not.toHaveCount(0);

  // The list names as many as there are, up to the most of a search, and says if there may be more.
  const search = page.getByRole("searchbox", { name: "Search patients" }).first();
  for (const typed of [`${name.slice(0, 3)}q${name.slice(4)}`, misheard]) {
    const { patient_matches: found } = await readApi<{ patient_matches: unknown[] }>(
      demo,
      `/patient-matches?limit=50&query=${encodeURIComponent(typed)}`,
    );
    await search.fill(typed);
    const words = `${found.length} ${found.length === 1 ? "patient" : "patients"}${found.length === 50 ? ", more follow" : ""}`;
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  }

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).getByRole("searchbox").fill(misheard);
  const item = page.getByRole("menuitem", { name: nameOf(patient) }).filter({ hasText: "Similar name" });
  await expect(item.first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /Only a similar one|Several match/ })).toBeAttached();
  await expect(page).toHaveURL(/\/patients\?q=/);
});

test("Tab keeps what one match decides, also while the search is on its way", async ({ page, demo }) => {
  const [one] = await somePatients(demo);
  const { form, field, chosen } = await openPayment(page, demo);
  const release = await holdSearches(page);
  await page.keyboard.type(one.mrn);
  await page.keyboard.press("Tab");
  await expect(field).not.toBeFocused();
  await page.keyboard.type("25");
  release();
  await expect(chosen(one)).toBeVisible();
  await expect(field).toHaveValue(nameOf(one));
  await expect(form.getByLabel("Amount", { exact: true })).toHaveValue("25");
});

test("the option under a resting pointer is not what Enter takes", async ({ page, demo }) => {
  const { field } = await openPayment(page, demo);
  await field.fill("MRN-1");
  const option = page.getByRole("option").nth(2);
  await option.hover();
  await page.mouse.move(1, 1);
  await option.hover();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Several match" })).toBeAttached();
  await expect(field).toHaveValue("MRN-1");
});

test("Escape closes the suggestions alone, and the form only at the second time", async ({ page, demo }) => {
  const [one] = await somePatients(demo);
  const { form, field, chosen } = await openPayment(page, demo);
  const options = page.getByRole("option");
  await page.keyboard.type("MRN-1");
  await expect(options.first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(form).toBeVisible();
  await expect(field).toHaveValue("MRN-1");
  // The same over a chosen patient.
  await page.keyboard.press("Control+a");
  await scan(page, one.mrn);
  await expect(chosen(one)).toBeVisible();
  await page.keyboard.type("MRN-1");
  await expect(options.first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(form).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form).toHaveCount(0);
});

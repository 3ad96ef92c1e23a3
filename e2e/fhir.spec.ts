import type { Locator, Page } from "@playwright/test";
import type { Appointment, Patient, ServiceRequest } from "fhir/r4";
import type { DemoFile } from "#lib/launcher/demo-file";
import { clinicResources } from "#lib/testing/fhir/clinic/clinic";
import { MRN_SYSTEM } from "#lib/testing/fhir/clinic/plan";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

/** A first sync reads the whole clinic over HTTP. */
const SYNC_MS = 60_000;

const JOB_KEYS = "urn:clinical-records-console:job";

let server: MedplumServer;

test.beforeAll(async () => {
  server = await startMedplum();
  await server.load(clinicResources(new Date()));
});
test.afterAll(() => server.stop());

const syncRow = (page: Page, kind: string): Locator =>
  page.getByRole("table", { name: "Sync" }).getByRole("row").filter({ hasText: kind });

const DAY_MS = 86_400_000;

/** Returns a patient of the server who has an appointment in these days, by MRN and family name. */
async function aPatient(): Promise<{ mrn: string; family: string }> {
  const all = await server.held<Appointment>("Appointment");
  const patients = new Map((await server.held<Patient>("Patient")).map((each) => [`Patient/${each.id}`, each]));
  for (const { start = "", participant } of all) {
    const patient = participant.map(({ actor }) => patients.get(actor?.reference ?? "")).find((each) => each?.active);
    const mrn = patient?.identifier?.find(({ system }) => system === MRN_SYSTEM)?.value;
    const family = patient?.name?.[0]?.family;
    if (Math.abs(Date.parse(start) - Date.now()) < 3 * DAY_MS && mrn && family) return { mrn, family };
  }
  throw new Error("The clinic has no appointment in these days");
}

const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Links the server step by step, with its MRN chosen on real patients. Returns the form's drawer at its end. */
async function link(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Link an EMR" }).click();
  const drawer = page.getByRole("dialog", { name: "Link an EMR" });
  const form = page.getByRole("form", { name: "Link an EMR" });
  await form.getByText("FHIR R4").click();
  await form.getByRole("button", { name: "Next" }).click();
  await expect(drawer.getByText("Step 2 of 6: its address and credentials")).toBeVisible();
  await form.getByText("SMART Backend Services", { exact: true }).click();
  await expect(form.getByRole("region", { name: "Public keys" })).toContainText("/.well-known/jwks/");
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(form.getByText("Enter the base URL")).toBeVisible();
  await expect(form.getByText("Enter the client id")).toBeVisible();

  // What most EMRs do without is folded, until something in it needs another look.
  const atOnce = form.getByLabel("Calls at the same time");
  const fold = form.getByText("More settings");
  await expect(atOnce).toBeHidden();
  await fold.focus();
  await page.keyboard.press("Enter");
  await atOnce.fill("1000");
  await fold.focus();
  await expect(atOnce).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Enter");
  await expect(atOnce).toBeHidden();
  await form.getByRole("textbox", { name: "Client id" }).fill("console");
  await form.getByLabel("Base URL").fill(server.baseUrl);
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(atOnce).toBeFocused();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await atOnce.fill("");

  await form.getByText("None", { exact: true }).click();
  await expect(form.getByRole("textbox", { name: "Client id" })).toHaveCount(0);
  await form.getByLabel("Base URL").fill(server.baseUrl);
  await form.getByText("Also test how it writes").click();
  await form.getByRole("button", { name: "Test the connection" }).click();
  await expect(drawer).toContainText("Only resources of the test were written.");
  await expect(drawer).toContainText("If-None-Exist");
  expect(await findingsInBothThemes(page)).toEqual([]);

  await drawer.getByRole("button", { name: "Next" }).click();
  await expect(drawer.getByText("Step 4 of 6: the meaning of its records")).toBeVisible();
  const mrn = form.getByRole("radio", { name: /^Medical record number/ });
  await expect(mrn).toBeChecked();
  await expect(form.getByText(/^\d+ of \d+ patients: MRN-/)).toBeVisible();
  await form.getByRole("button", { name: "Start from FHIR’s own" }).click();
  await form.getByRole("button", { name: "Remove waitlist" }).click();
  await expect(form.getByText(/^Not mapped: Waitlisted\./)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await form.getByRole("button", { name: "Next" }).click();

  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Link FHIR R4" }).click();
  await expect(drawer.getByText(`${name} is linked`)).toBeVisible();
  await drawer.getByRole("link", { name: "its integrations" }).click();
  await expect(page.getByText(`Read-only: nothing is written to the EMR of ${name}.`)).toBeVisible();
}

/** Tests the connection again by a click, after the server has ceased to honour the condition of a create. */
async function testAgain(page: Page): Promise<void> {
  server.habits = { ...server.habits, ifNoneExist: "ignored" };
  await page.getByRole("button", { name: "Findings" }).click();
  await expect(page.getByRole("dialog", { name: "Findings of the last test" })).toContainText("is created once");
  await page.getByText("Also test how it writes").click();
  await page.getByRole("button", { name: "Test again" }).click();
  const findings = page.getByRole("dialog", { name: "Findings of this test" });
  await expect(findings).toContainText("is ignored: a write is looked for before and after");
  await findings.getByRole("button", { name: "Close" }).click();
  server.habits = { ...server.habits, ifNoneExist: "works" };
}

/** Updates the notes of the first referral by its form. */
async function updateNotes(page: Page, account: string, note: string): Promise<void> {
  await page.goto(`${account}/referrals`);
  await page.getByRole("table", { name: "Referrals" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Update referral" }).click();
  const form = page.getByRole("form", { name: "Referral update" });
  await form.getByLabel("Notes").fill(note);
  await form.locator('button[type="submit"]').click();
}

/** Lets another person write the notes of the referral that is written next, just before it is. */
function writeMeanwhile(note: string): void {
  server.admits = async () => {
    const id = /^PUT \/ServiceRequest\/([^?]+)/.exec(server.requests.at(-1) ?? "")?.[1];
    if (id === undefined) return true;
    server.admits = () => true;
    const found = (await server.held<ServiceRequest>("ServiceRequest")).find((each) => each.id === id);
    if (!found) throw new Error("The referral is not on the server");
    const { meta: _old, ...before } = found;
    await server.load([{ ...before, note: [{ text: note }] }]);
    return true;
  };
}

/** Unlinks the account of the page, whose server ends with the test. */
async function unlink(page: Page, demo: DemoFile, id: string): Promise<void> {
  const headers = { origin: demo.console_url, "x-linked-account": id };
  const answer = await page.request.patch(`${demo.base_url}/linked-accounts/${id}`, {
    headers,
    data: { active: false },
  });
  expect(answer.status()).toBe(200);
}

test("a FHIR server is linked, read, and one of its referrals updated there", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  test.setTimeout(SYNC_MS + 60_000);
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const name = `FHIR clinic ${Date.now().toString(36)}`;
  await link(page, name);
  const account = page.url().replace(/\/integrations.*/, "");
  for (const kind of ["Patients", "Appointments", "Referrals"]) {
    await expect(syncRow(page, kind)).toContainText("Fresh", { timeout: SYNC_MS });
  }
  await expect(syncRow(page, "Claims")).toContainText("Not in this EMR");
  const connection = page.getByRole("region", { name: "Connection" });
  await expect(connection).toContainText(MRN_SYSTEM);
  await expect(connection).toContainText("booked: Booked");

  await testAgain(page);

  const referrals = page.getByRole("region", { name: "Referrals" });
  await referrals.getByText("Referral update", { exact: true }).click();
  await page.getByRole("button", { name: "Switch on referral update" }).click();
  const update = referrals.getByRole("switch", { name: "Referral update" });
  await expect(update).toBeChecked();
  // The switch is disabled until the change is saved.
  await expect(update).toBeEnabled();

  const { mrn, family } = await aPatient();
  const days = `start_date=${dayFromNow(-4)}&end_date=${dayFromNow(4)}`;
  await page.goto(`${account}/appointments?${days}&patient=${mrn}`);
  await expect(page.getByRole("table", { name: "Appointments" })).toContainText(family);

  await page.goto(`${account}/claims?claim_status=paid`);
  await expect(page.getByText("This EMR shows no claims")).toBeVisible();
  await expect(page.getByText("FHIR has no balance of a claim.")).toBeVisible();

  const note = `Seen in the console ${Date.now()}`;
  await updateNotes(page, account, note);
  await expect(console.step).toContainText("Completed", { timeout: 30_000 });
  const written = (await server.held<ServiceRequest>("ServiceRequest")).filter((each) =>
    JSON.stringify(each).includes(note),
  );
  expect(written).toHaveLength(1);
  expect(written[0]?.identifier?.filter(({ system }) => system === JOB_KEYS)).toHaveLength(1);

  const [ours, theirs] = ["Call before Friday", "Declined by telephone"];
  writeMeanwhile(theirs);
  await updateNotes(page, account, ours);
  await expect(console.step).toContainText("Failed", { timeout: 30_000 });
  const both = console.panel.getByRole("region", { name: "Changed by another: note" });
  await expect(both).toContainText(theirs);
  await expect(both).toContainText(ours);
  expect(await findingsInBothThemes(page)).toEqual([]);

  const id = account.split("/").at(-1) ?? "";
  const switched = await page.request.patch(`${demo.base_url}/linked-accounts/${id}`, {
    headers: { origin: demo.console_url, "x-linked-account": id },
    data: { switch_on: ["tasks:create"] },
  });
  expect(switched.status()).toBe(200);
  await page.goto(`${account}/today`);
  const task = await console.openForm("Task");
  await task.getByText("More", { exact: true }).click();
  // FHIR has no staff groups and no phone call types: people are offered, and the other field is left out.
  await expect(task.getByRole("group", { name: "Notify" }).getByRole("checkbox").first()).toBeVisible();
  await expect(task.getByText("Phone call type")).toHaveCount(0);
  await unlink(page, demo, id);
});

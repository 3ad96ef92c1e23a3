import { todayIn } from "#lib/kernel/dates";
import { fullName } from "#lib/kernel/full-name";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

const CLINIC_ZONE = "America/New_York";

interface Visit {
  emr_appointment_id: string;
  patient_mrn: string;
}

interface Patient {
  mrn: string;
  first_name: string;
  last_name: string;
}

test("Ctrl K knows the desk's words, alone and beside a patient, and forgives a wrong letter", async ({
  page,
  demo,
}) => {
  const {
    patients: [patient],
  } = await readApi<{ patients: Patient[] }>(demo, "/patients?limit=1");
  if (!patient) throw new Error("The demo has patients");
  await new ConsolePage(page, demo).signIn();
  const found = page.getByRole("menu", { name: "Found" }).getByRole("menuitem");
  const open = async (text: string) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(text);
  };
  const form = page.getByRole("form", { name: "Payment" });

  await open("balance");
  await expect(found.first()).toHaveText("Claims");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Claims", level: 1 })).toBeVisible();

  await open("copay");
  await expect(found.first()).toContainText("Post payment");
  await page.keyboard.press("Enter");
  await expect(form).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();

  // A word that is only near is for a person to choose.
  await open("copey");
  await expect(found.first()).toContainText("Post payment");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await expect(form).toBeHidden();
  await page.keyboard.press("Escape");

  await open(`copay ${patient.mrn}`);
  await expect(found.first()).toContainText(`Post payment: ${fullName(patient)}`);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(form.getByText(new RegExp(`^${patient.mrn} · born`))).toBeVisible();
});

test("“check in” beside a patient opens the status of the patient's visit of today", async ({ page, demo }) => {
  const today = todayIn(CLINIC_ZONE);
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${today}&end_date=${today}&limit=1000`,
  );
  const visits = appointments.filter(({ patient_mrn }) => patient_mrn !== "");
  const only = visits.find(({ patient_mrn: mrn }) => visits.filter((each) => each.patient_mrn === mrn).length === 1);
  if (!only) throw new Error("Somebody has one visit today");
  await new ConsolePage(page, demo).signIn();
  await page.keyboard.press("Control+k");
  // At once, as a practised user does.
  await page.keyboard.type(`${only.patient_mrn} check in`);
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Appointment status" });
  await expect(form).toBeVisible();
  await expect(form.getByRole("button", { name: "Change status" })).toBeVisible();
  await expect(form.getByText(only.patient_mrn)).toBeVisible();
});

import type { EmrInsurance, EmrPatient } from "#lib/emr/port/port";
import { randomOf } from "./random.ts";

export const INSURANCE_COMPANIES = [
  "Blue Cross Blue Shield",
  "Aetna",
  "Cigna",
  "UnitedHealthcare",
  "Humana",
  "Medicare",
  "Medicaid",
  "Self-pay",
  "Anthem",
  "Molina Healthcare",
] as const;

/** Payers that may be combined with a second insurance. */
const PRIMARY = ["Blue Cross Blue Shield", "Aetna", "Cigna", "UnitedHealthcare", "Humana", "Anthem"] as const;
const SECONDARY = ["Medicare", "Medicaid", "Molina Healthcare"] as const;

/** Returns a patient's one or two insurances, which follow from the patient. */
export function insurancesOf(patient: Pick<EmrPatient, "ehrId" | "firstName" | "lastName">): EmrInsurance[] {
  const random = randomOf(`insurance/${patient.ehrId}`);
  const subscriber = `${patient.firstName} ${patient.lastName}`;
  const policy = (company: string): EmrInsurance => ({
    company,
    subscriber,
    number: `${company.slice(0, 3).toUpperCase()}${random.between(100_000_000, 999_999_999)}`,
    groupNumber: random.chance(0.7) ? `G${random.between(10_000, 99_999)}` : "",
  });
  const primary = policy(random.pick(PRIMARY));
  return random.chance(0.28) ? [primary, policy(random.pick(SECONDARY))] : [primary];
}

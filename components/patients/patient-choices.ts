import type { Choice } from "#components/ui/choice";
import { bornWords } from "#components/ui/time-words";
import { isFoundByBirth } from "#lib/browser/api/found-patients";
import { fullName } from "#lib/kernel/full-name";
import type { PatientModel } from "#lib/resources/patients/model";
import { mrnWords } from "#lib/resources/patients/mrn";
import { words } from "./state-words.ts";

/** Says of a patient what a person must know before writing for them; "" if there is nothing to say. */
export function stateWords({ active, deceased, deceased_at }: PatientModel): string {
  if (deceased) return deceased_at === null ? words.deceased : words.deceasedOn(deceased_at.slice(0, 10));
  return active ? "" : words.inactive;
}

/** Distinguishes patients of the same name, and says who has died, is inactive, or is shown as read last. */
export const identityOf = (patient: PatientModel): string =>
  [
    `${mrnWords(patient.mrn)} · ${bornWords(patient.dob)} · ${patient.phone}`,
    stateWords(patient),
    patient.set_aside ? words.notCurrent : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");

/** The sentence about an MRN that several patients carry, which is refused for writes (decisions §12). */
export const sharedWords = (mrn: string, count: number): string =>
  `${mrnWords(mrn)} belongs to ${count} patients: correct it in the EMR`;

/**
 * Returns the options of patients found by a text, by their MRN. Patients who share one are listed and cannot be selected;
 * those whose birth date alone was found, or whose name is similar to the text, say so.
 */
export function patientChoices(found: readonly (PatientModel & { similar?: boolean })[], text = ""): Choice[] {
  const byMrn = Map.groupBy(found, ({ mrn }) => mrn);
  return found.map((patient) => {
    const count = byMrn.get(patient.mrn)?.length ?? 1;
    const name = fullName(patient);
    const how = patient.similar
      ? `${words.similarName} · `
      : isFoundByBirth(text, patient)
        ? `${words.foundByBirth} · `
        : "";
    if (count === 1) return { id: patient.mrn, name, detail: `${how}${identityOf(patient)}` };
    const detail = `${sharedWords(patient.mrn, count)} · ${bornWords(patient.dob)}`;
    return { id: `${patient.mrn} ${patient.ehr_id}`, name, detail, disabled: true };
  });
}

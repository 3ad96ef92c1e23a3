import { type Answer, refusal } from "./answer.ts";
import type { Account } from "./state.ts";
import { accepted, type Writing } from "./writing.ts";

/** Returns the patient with an MRN whom the EMR holds. */
export const patientOf = ({ clinic }: Account, mrn: unknown) =>
  clinic.patients.find((patient) => patient.mrn === mrn && patient.ehr_id !== null);

export const noPatient = (mrn: unknown) => refusal(404, `Patient with patient_mrn ${mrn} not found`);

/** Makes the write of a record that has no list: its event names its ids and some fields of its request. */
export function written(
  writing: Writing,
  {
    idField,
    ehrIdField,
    types,
    shown = [],
  }: { idField: string; ehrIdField?: string; types: { done: string; failed: string }; shown?: string[] },
): Answer {
  const { account, operation, body, newId } = writing;
  const id = newId();
  return accepted(writing, {
    ids: { [idField]: id },
    recordId: id,
    types,
    perform(ehrId) {
      account.clinic.written.push({ operation, id, ehrId, body });
      const fields = Object.fromEntries(shown.map((name) => [name, body[name] ?? null]));
      return { data: { [idField]: id, ...(ehrIdField ? { [ehrIdField]: ehrId } : {}), ...fields } };
    },
  });
}

import type { Transaction } from "#lib/db/tenant";
import { patientsOfMrn } from "#lib/definitions/patients-of-mrn";
import { EmrError } from "#lib/emr/port/port";
import { conflicting, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";

/** Returns the EMR ids of all patients with an MRN that can be written for. */
const findPatients = async (tx: Transaction, linkedAccountId: string, mrn: string): Promise<string[]> =>
  (await patientsOfMrn(tx, linkedAccountId, mrn)).filter((ehrId) => ehrId !== "");

/**
 * Throws `not_found` if no synced patient with an EMR patient id has this MRN (decisions §4), and `conflict` if several patients of the
 * EMR carry it (decisions §12). `field`: the name of the field or path parameter that has the MRN.
 */
export async function requirePatient(
  tx: Transaction,
  linkedAccountId: string,
  mrn: string,
  field: "patient_mrn" | "mrn" = "patient_mrn",
): Promise<void> {
  const { length: count } = await findPatients(tx, linkedAccountId, mrn);
  if (count === 0) throw notFoundBy(field, `Patient with this ${field}`);
  if (count > 1) {
    const message = `is carried by ${count} patients of the EMR; correct it there first`;
    throw conflicting(problem(field, message, `${field} ${message}; nothing was saved`));
  }
}

/**
 * Returns the EMR id of a patient who was known at acceptance. Throws an EmrError if a sync has removed the patient
 * since, or has found another patient with the same MRN.
 */
export async function patientEhrId(tx: Transaction, linkedAccountId: string, mrn: string): Promise<string> {
  const [found, other] = await findPatients(tx, linkedAccountId, mrn);
  if (found === undefined)
    throw new EmrError("validation", "The patient is no longer among the synced patients", {
      code: "patient_not_found",
    });
  if (other !== undefined)
    throw new EmrError("validation", "Several patients of the EMR carry this MRN", { code: "patient_ambiguous" });
  return found;
}

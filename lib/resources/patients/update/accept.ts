import type { Accept } from "#lib/definitions/acceptance";
import { invalid, notFoundBy } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { isStorable } from "#lib/kernel/storable-text";
import { findPatients } from "#lib/resources/patients/known-patient";
import type { updatePatient } from "./definition.ts";

/** Throws 404 for an unknown MRN and 409 for one that several patients of the EMR carry (decisions §4 and §12). */
export const acceptPatientUpdate: Accept<typeof updatePatient> = async ({ tx, tenant, params }) => {
  const mrn = params.mrn ?? "";
  const { length: count } = isStorable(mrn) ? await findPatients(tx, tenant.linkedAccountId, mrn) : [];
  if (count === 0) throw notFoundBy("mrn", "Patient");
  if (count > 1) {
    const message = `is carried by ${count} patients of the EMR; correct it there first`;
    throw invalid(problem("mrn", message, `mrn ${message}; nothing was saved`), 409);
  }
  return { identifiers: { patient_mrn: mrn }, patientMrn: mrn };
};

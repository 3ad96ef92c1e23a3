import type { Accept } from "#lib/definitions/acceptance";
import { notFoundBy } from "#lib/kernel/domain-error";
import { isStorable } from "#lib/kernel/storable-text";
import { requirePatient } from "#lib/resources/patients/known-patient";
import type { updatePatient } from "./definition.ts";

/** Throws `not_found` for an unknown MRN and `conflict` for one that several patients of the EMR carry (decisions §4 and §12). */
export const acceptPatientUpdate: Accept<typeof updatePatient> = async ({ tx, tenant, params }) => {
  const mrn = params.mrn ?? "";
  if (!isStorable(mrn)) throw notFoundBy("mrn", "Patient with this mrn");
  await requirePatient(tx, tenant.linkedAccountId, mrn, "mrn");
  return { identifiers: { patient_mrn: mrn }, patientMrn: mrn };
};

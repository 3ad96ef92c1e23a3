import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { invalid, notFoundBy } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import { isStorable } from "#lib/kernel/storable-text";
import { heldInsurances } from "#lib/resources/patient-insurances/held-insurances";
import { payerOf } from "#lib/resources/patient-insurances/payer";
import { patientInsurance } from "#lib/resources/patient-insurances/table";
import { refuseTaken } from "#lib/resources/patient-insurances/taken";
import { requirePatient } from "#lib/resources/patients/known-patient";
import type { createInsurance } from "./definition.ts";

/**
 * Throws `not_found` for an unknown MRN, `invalid` for a payer that the EMR does not list, and `conflict` for an MRN that several patients carry, and
 * for what another insurance of the patient has that the EMR holds.
 */
export const acceptInsurance: Accept<typeof createInsurance> = async ({ tx, tenant, params, input, account }) => {
  const { linkedAccountId } = tenant;
  const mrn = params.mrn ?? "";
  const { jobId } = await account;
  if (!isStorable(mrn)) throw notFoundBy("mrn", "Patient with this mrn");
  await requirePatient(tx, linkedAccountId, mrn, "mrn");
  const payer = await payerOf(tx, linkedAccountId, input);
  if ("problem" in payer) throw invalid(payer.problem);
  const { member_id: memberId, priority, group_number, relationship = "self", subscriber } = input;
  const others = await heldInsurances(tx, linkedAccountId, mrn);
  refuseTaken({ payerName: payer.payerName, memberId, priority }, others);
  const id = newId();
  const record = insertInto(patientInsurance, {
    id,
    ...tenant,
    jobId,
    patientMrn: mrn,
    ...payer,
    memberId,
    groupNumber: group_number ?? null,
    priority,
    relationship,
    subscriber: subscriber ?? null,
  });
  return { identifiers: { insurance_id: id, patient_mrn: mrn }, patientMrn: mrn, record };
};

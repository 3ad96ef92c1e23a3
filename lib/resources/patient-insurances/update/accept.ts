import type { Accept } from "#lib/definitions/acceptance";
import { conflicting, invalid, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import { isStorable } from "#lib/kernel/storable-text";
import { subscriberProblem } from "#lib/resources/patient-insurances/fields";
import { heldInsurances } from "#lib/resources/patient-insurances/held-insurances";
import { insurancesOf } from "#lib/resources/patient-insurances/known-insurance";
import { payerOf } from "#lib/resources/patient-insurances/payer";
import { refuseTaken } from "#lib/resources/patient-insurances/taken";
import { requirePatient } from "#lib/resources/patients/known-patient";
import type { updateInsurance } from "./definition.ts";

/**
 * Throws `not_found` for an unknown MRN, and for an id that is no insurance of this patient, `invalid` for a payer that the EMR does not list
 * and a missing subscriber, and `conflict` for an insurance that the EMR does not hold yet, and for what another one of the patient has.
 */
export const acceptInsuranceUpdate: Accept<typeof updateInsurance> = async ({ tx, tenant, params, input }) => {
  const { linkedAccountId } = tenant;
  const mrn = params.mrn ?? "";
  if (!isStorable(mrn)) throw notFoundBy("mrn", "Patient with this mrn");
  await requirePatient(tx, linkedAccountId, mrn, "mrn");
  const id = parseId(params.id ?? "");
  const known = (await insurancesOf(tx, linkedAccountId, mrn)).some(({ row }) => row.id === id);
  if (id === null || !known) throw notFoundBy("id", "Insurance");
  const held = await heldInsurances(tx, linkedAccountId, mrn);
  const present = held.find((each) => each.id === id);
  if (!present) {
    const message = "is not in the EMR: its creation has not completed";
    throw conflicting(problem("id", message, `id ${message}; nothing was saved`));
  }
  const isPayerNamed = input.payer_id !== undefined || input.payer_name !== undefined;
  const payer = isPayerNamed ? await payerOf(tx, linkedAccountId, input) : present;
  if ("problem" in payer) throw invalid(payer.problem);
  const { relationship = present.relationship, subscriber = present.subscriber } = input;
  if (relationship !== "self" && subscriber === null) throw invalid(problem("subscriber", subscriberProblem));
  const { priority = present.priority, member_id: memberId = present.memberId } = input;
  const others = held.filter((each) => each.id !== id);
  refuseTaken({ payerName: payer.payerName, memberId, priority }, others);
  return { identifiers: { insurance_id: id, patient_mrn: mrn }, patientMrn: mrn };
};

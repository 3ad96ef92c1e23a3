import { eq } from "drizzle-orm";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrNewInsurance, EmrPatientInsurance } from "#lib/emr/port/port";
import { storing } from "#lib/resources/patient-insurances/changes";
import { patientInsurance } from "#lib/resources/patient-insurances/table";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import type { createInsurance } from "./definition.ts";

/** Adds the insurance to the patient in the EMR, then stores it as the EMR has it. */
export const runInsurance: OperationRunner<typeof createInsurance, EmrNewInsurance, EmrPatientInsurance> = {
  async prepare({ tx, tenant, identifiers: { insurance_id, patient_mrn } }) {
    const { payerId, payerName, memberId, groupNumber, priority, relationship, subscriber } = patientInsurance;
    const asked = { payerId, payerName, memberId, groupNumber, priority, relationship, subscriber };
    const [accepted] = await tx.select(asked).from(patientInsurance).where(eq(patientInsurance.id, insurance_id));
    if (!accepted) throw new Error("An accepted insurance is gone");
    return { patientEhrId: await patientEhrId(tx, tenant.linkedAccountId, patient_mrn), ...accepted };
  },

  run: (insurance, { emr, idempotencyKey, signal }) => emr.createInsurance(insurance, { idempotencyKey, signal }),

  async complete({ input, identifiers: { insurance_id, patient_mrn }, result }) {
    const data = {
      insurance_id,
      emr_insurance_id: result.emrInsuranceId,
      patient_mrn,
      payer_id: result.payerId,
      payer_name: result.payerName,
      member_id: result.memberId ?? input.member_id,
      group_number: result.groupNumber,
      priority: result.priority ?? input.priority,
      relationship: result.relationship,
      subscriber: result.subscriber,
    };
    return { data, writes: [storing(insurance_id, result)] };
  },

  held: { read: (emrId, { emr, signal }) => emr.readInsurance(emrId, signal) },
};

import { z } from "zod";
import { patientsOfMrn, refuseSharedMrn } from "#lib/definitions/patients-of-mrn";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/domain-error";
import { isStorable } from "#lib/kernel/storable-text";
import { insurancesOf, type KnownInsurance } from "./known-insurance.ts";
import { type InsuranceModel, insuranceModel } from "./model.ts";

/** Returns a stored insurance as the interface has it. */
const toModel = ({ row, status }: KnownInsurance): InsuranceModel => ({
  id: row.id,
  emr_insurance_id: row.emrInsuranceId,
  patient_mrn: row.patientMrn,
  payer_id: row.payerId,
  payer_name: row.payerName,
  member_id: row.memberId,
  group_number: row.groupNumber,
  priority: row.priority,
  relationship: row.relationship,
  subscriber: row.subscriber,
  job_id: row.jobId,
  status,
  created_at: row.createdAt.toISOString(),
});

/** GET /patients/{mrn}/insurances: those that were created through this interface (additions §3). */
export const listPatientInsurances = defineQuery({
  path: "/patients/{mrn}/insurances",
  embed: { address: "mrn" },
  summary: "List the insurances of a patient created here, by priority",
  permission: "patient-insurances:read",
  patientData: true,
  query: noQuery,
  body: z.object({ insurances: z.array(insuranceModel) }),
  conflicts: true,
  async read({ tx, linkedAccountId, params }) {
    const mrn = params.mrn ?? "";
    if (!isStorable(mrn) || (await patientsOfMrn(tx, linkedAccountId, mrn)).length === 0) throw notFound("Patient");
    await refuseSharedMrn(tx, linkedAccountId, mrn);
    return { insurances: (await insurancesOf(tx, linkedAccountId, mrn)).map(toModel) };
  },
});

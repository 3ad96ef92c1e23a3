import { z } from "zod";
import { RELATIONSHIPS } from "#lib/emr/port/relationships";
import { emrId, written } from "#lib/resources/written/model";

/** An insurance of GET /patients/{mrn}/insurances. */
export const insuranceModel = z
  .object({
    id: z.string(),
    emr_insurance_id: emrId,
    patient_mrn: z.string(),
    payer_id: z.string().nullable().describe("Of `insurance_companies` of GET /settings; null for another payer"),
    payer_name: z.string(),
    member_id: z.string(),
    group_number: z.string().nullable(),
    priority: z.int().describe("1 for the primary insurance, to 3"),
    relationship: z.enum(RELATIONSHIPS).describe("What the patient is to the subscriber"),
    subscriber: z.string().nullable().describe("The subscriber's name"),
    ...written,
  })
  .meta({ id: "PatientInsurance" });

export type InsuranceModel = z.infer<typeof insuranceModel>;

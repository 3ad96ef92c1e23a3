import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { insuranceFailed } from "#lib/resources/patient-insurances/failed-event";
import {
  groupNumber,
  insuranceForm,
  memberId,
  payerId,
  payerName,
  priority,
  relationship,
  subscriber,
} from "#lib/resources/patient-insurances/fields";

/** PATCH /patients/{mrn}/insurances/{id}: changes an insurance that was added through this interface (interface 4.28). */
export const updateInsurance = defineOperation({
  id: "patient-insurances:update",
  name: "Insurance change",
  title: "Change insurance",
  menuPlace: 108,
  effect: "writes",
  place: "patient-insurance",
  summary: "Change an insurance of a patient",
  section: "4.28",
  method: "PATCH",
  path: "/patients/{mrn}/insurances/{id}",
  embed: "patient",
  capability: "insurances",
  changes: { kind: "insurances", idOf: ({ params }) => params.mrn ?? null },
  input: z
    .object({
      payer_id: payerId.optional(),
      payer_name: payerName.optional(),
      member_id: memberId.optional(),
      group_number: groupNumber.optional(),
      priority: priority.optional(),
      relationship: relationship.optional(),
      subscriber: subscriber.optional(),
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: "No updatable fields provided",
    })
    .refine(({ payer_id, payer_name }) => payer_id === undefined || payer_name === undefined, {
      path: ["payer_id"],
      error: "must not be sent beside payer_name",
    }),
  identifiers: z.object({ insurance_id: z.string(), patient_mrn: z.string() }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Insurance change queued",
  form: {
    payer_name: { label: "Payer", widget: "text" },
    payer_id: { label: "Payer by id", widget: "text", hidden: true },
    ...insuranceForm,
  },
  retry: DEFAULT_RETRY,
  invalidates: ["patients"],
  events: {
    completed: {
      type: "patient_insurance.updated",
      data: z.object({
        insurance_id: z.string(),
        patient_mrn: z.string(),
        updated_fields: z.array(z.string()).describe("Names of the fields that were applied"),
      }),
    },
    failed: insuranceFailed,
  },
});

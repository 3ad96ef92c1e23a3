import { z } from "zod";
import { defineOperation } from "#lib/definitions/operation";
import { insuranceFailed } from "#lib/resources/patient-insurances/failed-event";
import { insuranceFields, insuranceForm } from "#lib/resources/patient-insurances/fields";
import { insuranceOutline } from "#lib/resources/patient-insurances/outline";

/** PATCH /patients/{mrn}/insurances/{id}: changes an insurance that was added through this interface (interface 4.28). */
export const updateInsurance = defineOperation({
  ...insuranceOutline,
  id: "patient-insurances:update",
  name: "Insurance change",
  title: "Change insurance",
  menuPlace: 108,
  menuGroup: "patient",
  place: "patient-insurance",
  summary: "Change an insurance of a patient",
  section: "4.28",
  method: "PATCH",
  path: "/patients/{mrn}/insurances/{id}",
  input: z
    .object(insuranceFields)
    .partial()
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: "No updatable fields provided",
    })
    .refine(({ payer_id, payer_name }) => payer_id === undefined || payer_name === undefined, {
      path: ["payer_id"],
      error: "must not be sent beside payer_name",
    }),
  identifiers: z.object({ insurance_id: z.string(), patient_mrn: z.string() }),
  acceptedMessage: "Insurance change queued",
  form: {
    payer_name: { label: "Payer", widget: "text" },
    payer_id: { label: "Payer by id", widget: "text", hidden: true },
    ...insuranceForm,
  },
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

import { z } from "zod";
import { defineOperation } from "#lib/definitions/operation";
import { RELATIONSHIPS } from "#lib/emr/port/relationships";
import { exactlyOneOf } from "#lib/kernel/fields";
import { insuranceFailed } from "#lib/resources/patient-insurances/failed-event";
import { insuranceFields, insuranceForm, subscriberProblem } from "#lib/resources/patient-insurances/fields";
import { insuranceOutline } from "#lib/resources/patient-insurances/outline";

const insuranceId = z.string().describe("Id of the insurance here: a UUID without dashes");

/** POST /patients/{mrn}/insurances: adds an insurance of a patient (interface 4.27). */
export const createInsurance = defineOperation({
  ...insuranceOutline,
  id: "patient-insurances:create",
  name: "Insurance",
  title: "Add insurance",
  menuPlace: 107,
  menuGroup: "patient",
  keywords: ["coverage", "payer", "member id"],
  place: "patient-insurances",
  summary: "Add an insurance of a patient",
  section: "4.27",
  method: "POST",
  path: "/patients/{mrn}/insurances",
  input: z
    .object(insuranceFields)
    .check(exactlyOneOf("payer_id", "payer_name"))
    .refine(({ relationship: of = "self", subscriber: name }) => of === "self" || name !== undefined, {
      path: ["subscriber"],
      error: subscriberProblem,
    }),
  identifiers: z.object({ insurance_id: insuranceId, patient_mrn: z.string() }),
  acceptedMessage: "Insurance queued",
  either: ["payer_id", "payer_name"],
  eitherLabel: "Payer",
  form: {
    payer_id: { label: "Listed payer", widget: "insurance-company" },
    payer_name: { label: "Payer's name", widget: "text" },
    ...insuranceForm,
  },
  shownAtOnceIn: ["patients"],
  invalidates: [],
  events: {
    completed: {
      type: "patient_insurance.created",
      data: z.object({
        insurance_id: insuranceId,
        emr_insurance_id: z.string(),
        patient_mrn: z.string(),
        payer_id: z.string().nullable(),
        payer_name: z.string(),
        member_id: z.string(),
        group_number: z.string().nullable(),
        priority: z.int(),
        relationship: z.enum(RELATIONSHIPS),
        subscriber: z.string().nullable(),
      }),
    },
    failed: insuranceFailed,
  },
});

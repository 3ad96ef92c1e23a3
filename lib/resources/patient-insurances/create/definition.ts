import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { RELATIONSHIPS } from "#lib/emr/port/relationships";
import { exactlyOneOf } from "#lib/kernel/fields";
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
  subscriberProblem,
} from "#lib/resources/patient-insurances/fields";

const insuranceId = z.string().describe("Id of the insurance here: a UUID without dashes");

/** POST /patients/{mrn}/insurances: adds an insurance of a patient (interface 4.27). */
export const createInsurance = defineOperation({
  id: "patient-insurances:create",
  name: "Insurance",
  title: "Add insurance",
  menuPlace: 107,
  keywords: ["coverage", "payer", "member id"],
  effect: "writes",
  place: "patient-insurances",
  summary: "Add an insurance of a patient",
  section: "4.27",
  method: "POST",
  path: "/patients/{mrn}/insurances",
  embed: "patient",
  capability: "insurances",
  changes: { kind: "insurances", idOf: ({ params }) => params.mrn ?? null },
  input: z
    .object({
      payer_id: payerId.optional(),
      payer_name: payerName.optional(),
      member_id: memberId,
      group_number: groupNumber.optional(),
      priority,
      relationship: relationship.optional().describe("What the patient is to the subscriber"),
      subscriber: subscriber.optional(),
    })
    .check(exactlyOneOf("payer_id", "payer_name"))
    .refine(({ relationship: of = "self", subscriber: name }) => of === "self" || name !== undefined, {
      path: ["subscriber"],
      error: subscriberProblem,
    }),
  identifiers: z.object({ insurance_id: insuranceId, patient_mrn: z.string() }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Insurance queued",
  either: ["payer_id", "payer_name"],
  form: {
    payer_id: { label: "Listed payer", widget: "insurance-company" },
    payer_name: { label: "Payer's name", widget: "text" },
    ...insuranceForm,
  },
  retry: DEFAULT_RETRY,
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

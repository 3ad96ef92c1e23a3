import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { oneLineText } from "#lib/kernel/one-line";
import { address, contactParts, email, emergencyContact, phoneNumber } from "#lib/resources/patients/contact-fields";
import { patientFailed } from "#lib/resources/patients/failed-event";

/** Takes "" in place of a value, which removes the one that the EMR has. */
const removable = <Field extends z.ZodType<string, string>>(field: Field) =>
  z
    .string({ error: "must be a string" })
    .trim()
    .superRefine((text, context) => {
      const { error } = text === "" ? {} : field.safeParse(text);
      for (const { message } of error?.issues ?? []) context.addIssue({ code: "custom", message });
    })
    .optional()
    .describe('"" removes it');

/** PATCH /patients/{mrn}: changes how a patient is reached (interface 4.23). */
export const updatePatient = defineOperation({
  id: "patients:update",
  name: "Contact data",
  title: "Change contact data",
  menuPlace: 106,
  menuGroup: "patient",
  keywords: ["address", "phone", "email"],
  effect: "writes",
  place: "patient",
  summary: "Change a patient's contact data and address in the EMR",
  section: "4.23",
  method: "PATCH",
  path: "/patients/{mrn}",
  embed: "patient",
  capability: "patient_changes",
  changes: { kind: "patient", idOf: ({ params }) => params.mrn ?? null },
  input: z
    .object({
      phone: removable(phoneNumber),
      mobile_phone: removable(phoneNumber),
      email: removable(email),
      preferred_language: removable(oneLineText(100)),
      address: address.optional().describe("Replaces the whole address: a part that is left out is removed"),
      emergency_contact: emergencyContact.optional().describe("Replaces the whole contact"),
    })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: "No updatable fields provided",
    }),
  identifiers: z.object({ patient_mrn: z.string() }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Contact data queued",
  form: {
    phone: { label: "Phone", widget: "text" },
    mobile_phone: { label: "Mobile phone", widget: "text" },
    email: { label: "Email", widget: "text" },
    preferred_language: { label: "Preferred language", widget: "text", rare: true },
    ...contactParts,
  },
  retry: DEFAULT_RETRY,
  invalidates: ["patients"],
  events: {
    completed: {
      type: "patient.updated",
      data: z.object({
        patient_mrn: z.string(),
        updated_fields: z.array(z.string()).describe("Names of the fields that were applied"),
      }),
    },
    failed: patientFailed,
  },
});

import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { rangeWords } from "#lib/kernel/day-ranges";
import { calendarDate, oneOrMoreOf } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";
import { address, contactParts, email, emergencyContact, phoneNumber } from "#lib/resources/patients/contact-fields";
import { patientFailed } from "#lib/resources/patients/failed-event";

const patientId = z.string().describe("`id` that the patient has here, from now on: a UUID without dashes");

const GENDERS = ["female", "male", "other", "unknown"] as const;

/** POST /patients: creates a patient in the EMR whom it does not have (interface 4.19). */
export const createPatient = defineOperation({
  id: "patients:create",
  name: "Patient",
  title: "New patient",
  menuPlace: 105,
  menuGroup: "patient",
  keywords: ["register", "new caller"],
  effect: "writes",
  summary: "Create a patient whom the EMR does not have",
  section: "4.19",
  method: "POST",
  path: "/patients",
  embed: "account",
  capability: "patients",
  place: "patients",
  locks: ({ dob }) => `born:${dob}`,
  input: z
    .object({
      first_name: oneLineName(100),
      last_name: oneLineName(100),
      dob: calendarDate("birth").describe(`Birth date, ${rangeWords("birth")}`),
      gender: z.enum(GENDERS, { error: `must be one of ${GENDERS.join(", ")}` }),
      phone: phoneNumber.optional(),
      mobile_phone: phoneNumber.optional(),
      email: email.optional(),
      middle_name: oneLineName(100).optional(),
      suffix: oneLineName(20).optional(),
      preferred_language: oneLineName(100).optional(),
      address: address.optional(),
      emergency_contact: emergencyContact.optional(),
      allow_duplicate: z
        .boolean({ error: "must be a boolean" })
        .optional()
        .describe("True if the patient is another one than the `candidates` of a 409"),
    })
    .check(oneOrMoreOf("phone", "mobile_phone", "email")),
  identifiers: z.object({ patient_id: patientId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Patient queued",
  form: {
    first_name: { label: "First name", widget: "text" },
    middle_name: { label: "Middle name", widget: "text", rare: true },
    last_name: { label: "Last name", widget: "text" },
    suffix: { label: "Suffix", widget: "text", rare: true },
    dob: { label: "Birth date", widget: "date" },
    gender: {
      label: "Gender",
      widget: "choice",
      options: GENDERS.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
    },
    phone: { label: "Phone", widget: "text", help: "A phone, a mobile phone or an email is needed." },
    mobile_phone: { label: "Mobile phone", widget: "text" },
    email: { label: "Email", widget: "text" },
    preferred_language: { label: "Preferred language", widget: "text", rare: true },
    address: { ...contactParts.address, rare: true },
    emergency_contact: { ...contactParts.emergency_contact, rare: true },
    allow_duplicate: { label: "Another patient than those found", widget: "text", hidden: true },
  },
  retry: DEFAULT_RETRY,
  invalidates: ["patients"],
  events: {
    completed: {
      type: "patient.created",
      data: z.object({ patient_id: patientId, patient_mrn: z.string(), ehr_id: z.string() }),
    },
    failed: patientFailed,
  },
});

import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { calendarDate, exactlyOneOf, requiredText } from "#lib/kernel/fields";
import { liveCounts, liveFetchFailed } from "#lib/resources/appointments/live-days";
import { phoneNumber } from "#lib/resources/patients/contact-fields";

/** POST /patients/fetch: a live refresh of the patients whom one value names (interface 4.25). */
export const fetchPatients = defineOperation({
  id: "patients:fetch",
  name: "Patients refresh",
  title: "Refresh patients",
  menuPlace: 32,
  menuGroup: "refresh",
  effect: "reads",
  place: "patients-read-again",
  summary: "Refresh patients live from the EMR",
  section: "4.25",
  method: "POST",
  path: "/patients/fetch",
  embed: "account",
  capability: "patients_fetch",
  input: z
    .object({
      mrn: requiredText(200).optional().describe("A whole MRN"),
      name: requiredText(200)
        .regex(/[^\s,]/, "must have a letter or digit of the name")
        .optional()
        .describe("Beginnings of the parts of a name, in any order"),
      phone: phoneNumber.optional().describe("A whole telephone number, in any format"),
      dob: calendarDate("birth").optional().describe("YYYY-MM-DD"),
    })
    .check(exactlyOneOf("mrn", "name", "phone", "dob")),
  identifiers: z.object({}),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Patients fetch queued",
  either: ["mrn", "name", "phone", "dob"],
  eitherLabel: "Patients",
  form: {
    mrn: { label: "MRN", widget: "text" },
    name: { label: "Name", widget: "text", help: "Beginnings of its parts are enough." },
    phone: { label: "Phone", widget: "text" },
    dob: { label: "Date of birth", widget: "date" },
  },
  retry: DEFAULT_RETRY,
  invalidates: ["patients", "appointments"],
  events: {
    completed: {
      type: "patient.live_fetch_completed",
      data: z.object({
        patient_ids: z.array(z.string()).describe("Ids here of the patients found"),
        patient_mrns: z.array(z.string()).describe("Their MRNs, in the same order"),
        has_more: z.boolean().describe("True if the EMR has more patients who are named so: at most 100 are fetched"),
        ...liveCounts,
      }),
    },
    failed: { type: "patient.live_fetch_failed", data: liveFetchFailed },
  },
});

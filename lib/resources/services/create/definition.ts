import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { rangeWords } from "#lib/kernel/day-ranges";
import { calendarDate, requiredText } from "#lib/kernel/fields";

const serviceId = z.string().describe("Id of the service here: a UUID without dashes");
const answer = z.string({ error: "must be a string" }).max(10_000, "must have at most 10000 characters");

/** POST /services: creates an episode visit with form documentation (interface 4.3 and 3.2). */
export const createService = defineOperation({
  id: "services:create",
  name: "Service",
  title: "Add service",
  menuPlace: 90,
  keywords: ["phq-9", "questionnaire", "screening", "form"],
  effect: "writes",
  summary: "Create a service with the answers of its form, such as a PHQ-9",
  section: "4.3",
  method: "POST",
  path: "/services",
  embed: "patient",
  capability: "services",
  changes: { kind: "episodes", idOf: ({ input }) => input.patient_mrn },
  input: z.object({
    patient_mrn: requiredText(100).describe("Must resolve to a synced patient: the client's id"),
    team: requiredText(200).describe(
      "Name or numeric id of a team, resolved at processing time. Names match case-insensitively, an exact match before " +
        "a partial one; a partial match of several teams fails the service",
    ),
    service_type: requiredText(200).describe(
      "Name, in any case, or numeric visit-type id; must be in the client's live billing matrix at processing time",
    ),
    form_id: requiredText(100).describe(
      "`emr_form_id` of the form that the service type documents, from GET /forms. If the type documents no " +
        "form, any form is accepted, and none is written if `answers` is empty",
    ),
    answers: z
      .record(z.string().max(200, "must have question ids of at most 200 characters"), answer, {
        error: "must be an object",
      })
      .describe(
        "By `emrQuestionId` of GET /forms/{id}: text, an option's `value` or, for a scored question, the numeric score. " +
          "Checked at processing time",
      ),
    service_date: calendarDate("service")
      .optional()
      .describe(
        `YYYY-MM-DD, ${rangeWords("service")}; default today in the account's time zone; may not be in the future`,
      ),
  }),
  identifiers: z.object({ service_id: serviceId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Service queued",
  steps: ["team", "service", "signature"],
  partOf: "episode",
  form: {
    patient_mrn: { label: "Patient", widget: "patient" },
    team: { label: "Team", widget: "team" },
    service_type: { label: "Service type", widget: "service-type" },
    form_id: { label: "Form", widget: "form" },
    answers: { label: "Answers", widget: "answers", missing: "Answer the questions" },
    service_date: { label: "Service date", widget: "date", initial: { from: "today" } },
  },
  retry: DEFAULT_RETRY,
  invalidates: [],
  resultView: "questionnaire",
  listedIn: "services",
  events: {
    completed: {
      type: "service.created",
      data: z.object({
        service_id: serviceId,
        emr_service_id: z.string(),
        emr_episode_id: z.string(),
        patient_mrn: z.string(),
      }),
    },
    failed: {
      type: "service.failed",
      data: z.object({
        service_id: serviceId,
        emr_service_id: z.null(),
        patient_mrn: z.string(),
        failure_reason: z.string(),
      }),
    },
  },
});

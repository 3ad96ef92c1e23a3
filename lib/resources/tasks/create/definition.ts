import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { rangeWords } from "#lib/kernel/day-ranges";
import { calendarDate, inOrder, requiredText } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";

const taskId = z.string().describe("Id of the task here: a UUID without dashes");
const PRIORITIES = ["Low", "Normal", "High"] as const;
const listProblem = "must be an array of non-empty strings";
const dependsOnEmr = "required by some EMRs";

/** POST /tasks: creates a task for a patient (interface 4.10). */
export const createTask = defineOperation({
  id: "tasks:create",
  name: "Task",
  title: "Add task",
  menuPlace: 130,
  keywords: ["to do", "call back", "reminder"],
  effect: "writes",
  place: "tasks",
  fromVisit: { patient_mrn: "patient_mrn" },
  summary: "Create a task for a patient",
  section: "4.10",
  method: "POST",
  path: "/tasks",
  embed: "patient",
  capability: "tasks",
  input: z
    .object({
      description: requiredText(10_000).describe("Body text"),
      patient_mrn: requiredText(100).describe("Must resolve to a synced patient"),
      subject: oneLineName(500).optional().describe(`Title; ${dependsOnEmr}`),
      assignee_user_id: requiredText(100)
        .optional()
        .describe(`EMR user id: the \`ehr_id\` of a staff member from GET /staff; ${dependsOnEmr}`),
      phone_call_type_id: requiredText(100)
        .optional()
        .describe(`Id of one of \`phone_call_types\` of GET /settings; ${dependsOnEmr}`),
      notify_list: z
        .array(requiredText(100), { error: listProblem })
        .max(50, "must have at most 50 entries")
        .optional()
        .describe("Recipients: ids of `staff_groups` of GET /settings, or `ehr_id`s from GET /staff"),
      location_id: requiredText(100).optional().describe("`emr_id` of a location from GET /locations"),
      task_type: requiredText(200)
        .optional()
        .describe("Name, in any case, or id of one of `task_types` of GET /settings; default `General`"),
      details: requiredText(200)
        .optional()
        .describe("Name, in any case, or id of one of `task_details` of GET /settings"),
      assigned_to: requiredText(100)
        .optional()
        .describe("`ehr_id` of a staff member from GET /staff, or id of one of `staff_groups` of GET /settings"),
      facility_id: requiredText(100)
        .optional()
        .describe("`emr_id` of a location from GET /locations; default: the account's location if it has only one"),
      due_date: calendarDate("deadline")
        .optional()
        .describe(`YYYY-MM-DD, ${rangeWords("deadline")}; on or after \`start_date\``),
      start_date: calendarDate("deadline")
        .optional()
        .describe(`YYYY-MM-DD, ${rangeWords("deadline")}; default today in the account's time zone`),
      priority: z
        .enum(PRIORITIES, { error: `must be one of ${PRIORITIES.join(", ")}` })
        .optional()
        .describe("Default `Normal`"),
    })
    .check(inOrder("start_date", "due_date")),
  identifiers: z.object({ task_id: taskId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Task queued",
  form: {
    patient_mrn: { label: "Patient", widget: "patient" },
    subject: { label: "Subject", widget: "text" },
    description: { label: "Description", widget: "multiline" },
    task_type: { label: "Type", widget: "task-type", help: "Left empty: General." },
    details: { label: "Details", widget: "task-details", rare: true },
    priority: {
      label: "Priority",
      widget: "choice",
      initial: "Normal",
      options: PRIORITIES.map((priority) => ({ value: priority, label: priority })),
    },
    assigned_to: { label: "Assigned to", widget: "staff-or-group" },
    assignee_user_id: { label: "Assigned to in the EMR", widget: "staff", rare: true, sameAs: "assigned_to" },
    notify_list: { label: "Notify", widget: "staff-groups", rare: true },
    phone_call_type_id: { label: "Phone call type", widget: "phone-call-type", rare: true },
    start_date: { label: "Start date", widget: "date", initial: { from: "today" } },
    due_date: { label: "Due date", widget: "date" },
    location_id: { label: "Location", widget: "location", rare: true },
    facility_id: { label: "Facility", widget: "location", rare: true, sameAs: "location_id" },
  },
  retry: DEFAULT_RETRY,
  invalidates: [],
  listedIn: "tasks",
  events: {
    completed: {
      type: "task.created",
      data: z.object({ task_id: taskId, emr_task_id: z.string(), patient_mrn: z.string() }),
    },
    failed: { type: "task.failed", data: z.object({ task_id: taskId, failure_reason: z.string() }) },
  },
});

import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { requiredText } from "#lib/kernel/fields";
import { parseId } from "#lib/kernel/id";

const recallId = z.string().describe("Id of the recall here: a UUID without dashes");

/** POST /recalls/{id}/actions: adds an action to a recall; a closing action closes it (interface 4.11). */
export const createRecallAction = defineOperation({
  id: "recall-actions:create",
  name: "Recall action",
  title: "Add recall action",
  menuPlace: 70,
  keywords: ["recall", "left a message"],
  effect: "writes",
  place: "recall",
  summary: "Add an action to a recall",
  section: "4.11",
  method: "POST",
  path: "/recalls/{id}/actions",
  embed: "patient",
  capability: "recall_actions",
  changes: { kind: "recall", idOf: ({ params }) => parseId(params.id ?? "") },
  input: z.object({
    action_taken: requiredText(200).describe(
      "The action taken; one of `recall_closing_actions` of GET /settings closes the recall",
    ),
    note: z.string({ error: "must be a string" }).max(10_000, "must have at most 10000 characters").optional(),
  }),
  identifiers: z.object({ recall_id: recallId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Recall action queued",
  form: {
    action_taken: { label: "Action taken", widget: "recall-action" },
    note: { label: "Note", widget: "multiline" },
  },
  retry: DEFAULT_RETRY,
  invalidates: ["recalls"],
  events: {
    completed: {
      type: "recall_action.created",
      data: z.object({
        recall_id: recallId,
        recall_action_id: z.string().describe("Id of the action here: a UUID without dashes"),
        action_taken: z.string(),
        closed: z.boolean().describe("Whether the recall is closed now"),
        patient_mrn: z.string(),
      }),
    },
    failed: {
      type: "recall_action.failed",
      data: z.object({ recall_id: recallId, failure_reason: z.string() }),
    },
  },
});

import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { requiredText } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";

const messageId = z.string().describe("Id of the message here: a UUID without dashes");

/** POST /messages: sends a message to a provider (interface 4.8). */
export const sendMessage = defineOperation({
  id: "messages:create",
  name: "Message",
  title: "Send message",
  menuPlace: 120,
  keywords: ["ask the doctor"],
  effect: "writes",
  place: "messages",
  summary: "Send a message to a provider",
  section: "4.8",
  method: "POST",
  path: "/messages",
  embed: "account",
  fromVisit: {},
  capability: "messages",
  input: z.object({
    provider: requiredText(100)
      .regex(/^\d+$/, "must be an EMR provider id, made of digits only")
      .describe(
        "EMR provider id, digits only: the `provider_number` of a provider from GET /providers, which is the `ehr_id` if that has digits only; 404 if unknown",
      ),
    subject: oneLineName(500),
    message: requiredText(100_000).describe("Body text"),
  }),
  identifiers: z.object({ message_id: messageId }),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Message queued",
  form: {
    provider: { label: "To", widget: "provider-number", missing: "Choose who receives the message" },
    subject: { label: "Subject", widget: "text" },
    message: { label: "Message", widget: "multiline" },
  },
  retry: DEFAULT_RETRY,
  invalidates: [],
  events: {
    completed: { type: "message.sent", data: z.object({ message_id: messageId, emr_message_id: z.string() }) },
    failed: { type: "message.failed", data: z.object({ message_id: messageId, failure_reason: z.string() }) },
  },
});

import type { SampleOf } from "#lib/definitions/operation";
import type { sendMessage } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const sendMessageSample: SampleOf<typeof sendMessage> = {
  request: {
    provider: "1002",
    subject: "Refill request",
    message: "The patient asks for a refill before Friday.",
  },
  completed: { message_id: "01900000000070008000000000000005", emr_message_id: "MSG-900003" },
  failed: {
    message_id: "01900000000070008000000000000005",
    failure_reason: "provider not found in the EMR: 1002",
  },
};

import { eq } from "drizzle-orm";
import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrMessage } from "#lib/emr/port/port";
import { message } from "#lib/resources/messages/table";
import type { sendMessage } from "./definition.ts";

/** Sends the message through the EMR (interface 4.8). */
export const runMessage: OperationRunner<typeof sendMessage, EmrMessage, string> = {
  async prepare({ tx, input, identifiers: { message_id } }) {
    // The request has the provider's number, the record the EMR's id that it stood for.
    const [found] = await tx.select({ provider: message.provider }).from(message).where(eq(message.id, message_id));
    return { providerEhrId: found?.provider ?? input.provider, subject: input.subject, message: input.message };
  },

  run: async (prepared, { emr, idempotencyKey, signal }) =>
    (await emr.sendMessage(prepared, { idempotencyKey, signal })).emrMessageId,

  async complete({ identifiers: { message_id }, result: emrMessageId }) {
    const writes = [updateOf(message, message_id, { emrMessageId })];
    return { data: { message_id, emr_message_id: emrMessageId }, writes };
  },

  fromEvent: async (_stored, end) => endId(end, "emr_message_id", "message_id"),

  held: { result: async (_stored, emrId) => emrId },
};

import type { EmrMessage } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { requireKnown } from "./known.ts";
import { writeOnce } from "./write-once.ts";

/** Sends a message to a provider's inbox and returns its id. Throws an EmrError for an unknown provider. */
export function sendMessage(practiceId: string, message: EmrMessage, idempotencyKey: string): Promise<string> {
  return writeOnce({ practiceId, kind: "message", prefix: "MSG-", idempotencyKey }, async (client, id) => {
    const { providerEhrId, subject } = message;
    await requireKnown(client, practiceId, { provider: providerEhrId });
    await insertRow(client, practiceId, "message", {
      id,
      provider_id: providerEhrId,
      subject,
      message: message.message,
    });
  });
}

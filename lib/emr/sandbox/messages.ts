import type { EmrMessage } from "#lib/emr/port/port";
import { createsRecord } from "./create-record.ts";

const create = createsRecord({
  kind: "message",
  prefix: "MSG-",
  table: "message",
  references: ["provider"],
  columns: ["provider_id", "subject", "message"],
});

/** Sends a message to a provider's inbox and returns its id. Throws an EmrError for an unknown provider. */
export function sendMessage(practiceId: string, message: EmrMessage, idempotencyKey: string): Promise<string> {
  const { providerEhrId, subject } = message;
  const row = { provider_id: providerEhrId, subject, message: message.message };
  return create(practiceId, { references: { provider: providerEhrId }, row, idempotencyKey });
}

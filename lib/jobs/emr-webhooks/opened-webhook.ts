import { connectorOf } from "#lib/emr/connect";
import { grantsOf } from "#lib/emr/grants";
import type { EventWebhook } from "#lib/emr/port/event-webhook";
import { signAssertion } from "#lib/security/organization-keys/keys";
import type { WebhookRow } from "./standing.ts";

/** Returns the webhook of a connection's client without calling the EMR; null if the EMR has none. */
export function openedWebhook(
  { emrType, organizationId }: WebhookRow,
  connection: Record<string, unknown>,
): EventWebhook | null {
  const connector = connectorOf(emrType);
  const sign = (claims: Parameters<typeof signAssertion>[1], algorithm: Parameters<typeof signAssertion>[2]) =>
    signAssertion(organizationId, claims, algorithm);
  return (
    connector.eventWebhook?.(connector.connection?.parse(connection), { sign, grants: grantsOf(organizationId) }) ??
    null
  );
}

import { and, eq, isNull } from "drizzle-orm";
import { webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { DISABLED_REASONS } from "#lib/webhooks/endpoints/disabled";

/**
 * Disables the endpoints that a client registered for all accounts and may no longer have, in the caller's transaction. Their
 * pending deliveries are held as each becomes due.
 */
export async function stopEndpointsOf(tx: Transaction, clientId: string): Promise<void> {
  await tx
    .update(webhookEndpoint)
    .set({ status: "disabled", disabledReason: DISABLED_REASONS.client })
    .where(
      and(
        eq(webhookEndpoint.apiClientId, clientId),
        isNull(webhookEndpoint.linkedAccountId),
        eq(webhookEndpoint.status, "enabled"),
      ),
    );
}

import { isNull } from "drizzle-orm";
import type { Actor } from "#lib/core/principal";
import { apiClient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";

/**
 * The API client whose subscriptions apply and whose secret signs for what an actor asks for: the calling client, or
 * for the console the organization's first. Null where the organization has none.
 */
export async function apiClientOf(tx: Transaction, actor: Actor): Promise<string | null> {
  if (actor.kind === "api_client") return actor.id;
  const [client] = await tx
    .select({ id: apiClient.id })
    .from(apiClient)
    .where(isNull(apiClient.revokedAt))
    .orderBy(apiClient.createdAt)
    .limit(1);
  return client?.id ?? null;
}

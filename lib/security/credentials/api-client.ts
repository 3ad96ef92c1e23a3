import { isNull } from "drizzle-orm";
import { apiClient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { Principal } from "#lib/kernel/principal";

/**
 * Returns the API client whose subscriptions apply and whose secret signs callbacks: the calling client, the client
 * whose back end created the embedded view, or for the console the organization's first. Returns null if the
 * organization has none.
 */
export async function apiClientOf(
  tx: Transaction,
  { actor, embed }: Pick<Principal, "actor" | "embed">,
): Promise<string | null> {
  if (embed) return embed.apiClientId;
  if (actor.kind === "api_client") return actor.id;
  return firstClient(tx);
}

/** Returns the organization's first API client, or null. */
export async function firstClient(tx: Transaction): Promise<string | null> {
  const [client] = await tx
    .select({ id: apiClient.id })
    .from(apiClient)
    .where(isNull(apiClient.revokedAt))
    .orderBy(apiClient.createdAt)
    .limit(1);
  return client?.id ?? null;
}

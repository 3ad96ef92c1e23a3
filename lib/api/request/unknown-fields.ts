import { eq } from "drizzle-orm";
import { apiClient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { invalid } from "#lib/kernel/domain-error";
import type { Principal } from "#lib/kernel/principal";
import { problemsOfUnknown, type UnknownFields } from "#lib/kernel/unknown-fields";

/** Returns the API client that sent a request or made its embedded view; null for a user's session. */
const clientOf = ({ actor, embed }: Principal): string | null =>
  embed?.apiClientId ?? (actor.kind === "api_client" ? actor.id : null);

/**
 * Throws 400 for unknown fields if the API client has `unknown_fields` set to `refuse` (decisions §4). Reads the
 * setting in the transaction of the write, so that a change acts at once, and only if there are unknown fields, so that
 * other requests do not wait.
 */
export async function refuseUnknownFields(
  tx: Transaction,
  principal: Principal,
  unknown: UnknownFields,
): Promise<void> {
  const clientId = clientOf(principal);
  if (clientId === null || unknown.named.length === 0) return;
  const [client] = await tx
    .select({ unknownFields: apiClient.unknownFields })
    .from(apiClient)
    .where(eq(apiClient.id, clientId));
  if (client?.unknownFields === "refuse") throw invalid(problemsOfUnknown(unknown));
}

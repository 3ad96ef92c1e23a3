import { eq } from "drizzle-orm";
import { apiClient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { invalid } from "#lib/kernel/api-error";
import type { Principal } from "#lib/kernel/principal";
import { problemsOfUnknown, type UnknownFields } from "#lib/kernel/unknown-fields";

/** The API client by whose credentials a request came, or its embedded view was made; null for a person's session. */
const clientOf = ({ actor, embed }: Principal): string | null =>
  embed?.apiClientId ?? (actor.kind === "api_client" ? actor.id : null);

/**
 * Refuses unknown fields to an API client that has `unknown_fields` set to `refuse` (decisions §4). Asked in the
 * transaction of the write, where there are any alone: a change of the setting acts at once, and other requests are not
 * held up. Throws 400.
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

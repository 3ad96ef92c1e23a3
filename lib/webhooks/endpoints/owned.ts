import { and, eq, exists, inArray, isNull, not, type SQL } from "drizzle-orm";
import { delivery, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { EmbedScope, Principal } from "#lib/kernel/principal";
import { seesOrganization } from "./scope.ts";

/** The scope of an embedded view's token; undefined for other callers. */
type Embed = EmbedScope | undefined;

/**
 * Returns the condition that a caller may use an endpoint: a view of one owner's endpoints may use these alone (decisions
 * §9). Undefined if nothing limits the caller.
 */
export const isOwn = (embed: Embed): SQL | undefined =>
  embed && embed.owner !== null ? eq(webhookEndpoint.owner, embed.owner) : undefined;

/**
 * Returns the condition that a delivery went where a caller may know of: of an owner's view its endpoints, and for callers of one
 * account none of the whole organization (additions §5). Undefined if nothing limits it.
 */
export function isToOwn(tx: Transaction, caller: Pick<Principal, "actor"> & { embed?: Embed }): SQL | undefined {
  if (seesOrganization(caller)) return undefined;
  const own = isOwn(caller.embed);
  const endpoints = tx.select({ id: webhookEndpoint.id }).from(webhookEndpoint);
  if (own) return inArray(delivery.endpointId, endpoints.where(own));
  const ofAll = and(eq(webhookEndpoint.id, delivery.endpointId), isNull(webhookEndpoint.linkedAccountId));
  return not(exists(endpoints.where(ofAll)));
}

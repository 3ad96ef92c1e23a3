import { eq, inArray, type SQL } from "drizzle-orm";
import { delivery, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { EmbedScope } from "#lib/kernel/principal";

/** The scope of an embedded view's token; undefined for other callers. */
type Embed = EmbedScope | undefined;

/**
 * Returns the condition that a caller may use an endpoint: a view of one owner's endpoints may use these alone (decisions
 * §9). Undefined if nothing limits the caller.
 */
export const isOwn = (embed: Embed): SQL | undefined =>
  embed && embed.owner !== null ? eq(webhookEndpoint.owner, embed.owner) : undefined;

/** Returns the condition that a delivery went to an endpoint that a caller may use; undefined if nothing limits it. */
export function isToOwn(tx: Transaction, embed: Embed): SQL | undefined {
  const own = isOwn(embed);
  return own && inArray(delivery.endpointId, tx.select({ id: webhookEndpoint.id }).from(webhookEndpoint).where(own));
}

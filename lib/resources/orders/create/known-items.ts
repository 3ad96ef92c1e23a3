import { and, eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { orderCatalogItem } from "#lib/resources/orders/table";
import { accountSettings } from "#lib/resources/settings/account-settings";

type OrderType = typeof orderCatalogItem.$inferSelect.type;

/** Maximum number of valid items that an error message lists; a catalog may have thousands. */
const MAX_LISTED = 50;

function listed(ids: string[]): string {
  if (ids.length === 0) return "none yet";
  const more = ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : "";
  return ids.slice(0, MAX_LISTED).join(", ") + more;
}

/**
 * Throws `invalid` for items that no catalog search of this account and type has found (decisions §4). If the EMR's catalog
 * cannot be searched, no items are known here, and the EMR itself checks them.
 */
export async function requireItems(
  tx: Transaction,
  linkedAccountId: string,
  type: OrderType,
  itemIds: string[],
): Promise<void> {
  const settings = await accountSettings(tx, linkedAccountId);
  if (settings && !settings.capabilities.includes("order_catalog")) return;
  const items = await tx
    .select({ itemId: orderCatalogItem.itemId })
    .from(orderCatalogItem)
    .where(and(eq(orderCatalogItem.linkedAccountId, linkedAccountId), eq(orderCatalogItem.type, type)))
    .orderBy(orderCatalogItem.itemId);
  const known = items.map(({ itemId }) => itemId);
  const unknown = [...new Set(itemIds)].filter((id) => !known.includes(id));
  if (unknown.length === 0) return;
  const sentence = `item_ids must be ${type} items that a catalog search has found: ${listed(known)}; unknown: ${unknown.join(", ")}`;
  const message = `must be a ${type} item that a catalog search has found`;
  throw invalid(
    itemIds.flatMap((id, index) => (known.includes(id) ? [] : problem(`item_ids[${index}]`, message, sentence))),
  );
}

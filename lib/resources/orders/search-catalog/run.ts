import { sql } from "drizzle-orm";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrCatalogItem, EmrConnection } from "#lib/emr/port/port";
import { orderCatalogItem } from "#lib/resources/orders/table";
import { searchOrderCatalog } from "./definition.ts";

/** The part of the event's data that the result is made of (interface 4.4 and 2.5). */
const searchEnd = searchOrderCatalog.events.completed.data.pick({ items: true, has_more: true });

type Search = Parameters<EmrConnection["searchOrderCatalog"]>[0];
type Found = Awaited<ReturnType<EmrConnection["searchOrderCatalog"]>>;

const byId = (a: EmrCatalogItem, b: EmrCatalogItem) => (a.itemId < b.itemId ? -1 : 1);

/**
 * Searches the EMR's catalog and stores the items found, against which an order's items are checked (interface 4.4).
 */
export const runOrderCatalogSearch: OperationRunner<typeof searchOrderCatalog, Search, Found> = {
  prepare: async ({ input }) => ({
    type: input.type,
    query: input.query || null,
    page: input.page ?? 1,
    pageSize: input.page_size ?? 25,
  }),

  run: (search, { emr, signal }) => emr.searchOrderCatalog(search, signal),

  async fromEvent(_stored, { data }) {
    const { items, has_more } = searchEnd.parse(data);
    return { items: items.map(({ item_id, ...item }) => ({ itemId: item_id, ...item })), hasMore: has_more };
  },

  async complete({ tx, tenant, input: { type, page = 1 }, result: { items, hasMore } }) {
    if (items.length > 0) {
      await tx
        .insert(orderCatalogItem)
        // Sorted, so that two searches that end at the same time do not deadlock.
        .values(items.toSorted(byId).map((item) => ({ ...tenant, type, ...item })))
        .onConflictDoUpdate({
          target: [
            orderCatalogItem.organizationId,
            orderCatalogItem.linkedAccountId,
            orderCatalogItem.type,
            orderCatalogItem.itemId,
          ],
          set: { name: sql`excluded.name`, billable: sql`excluded.billable` },
        });
    }
    const found = items.map(({ itemId, name, billable }) => ({ item_id: itemId, name, billable }));
    return { data: { type, page, has_more: hasMore, items: found } };
  },
};

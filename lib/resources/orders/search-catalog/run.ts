import { sql } from "drizzle-orm";
import { orderCatalogItem } from "#lib/db/schema";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrCatalogItem, EmrConnection } from "#lib/emr/port/port";
import type { searchOrderCatalog } from "./definition.ts";

type Search = Parameters<EmrConnection["searchOrderCatalog"]>[0];
type Found = Awaited<ReturnType<EmrConnection["searchOrderCatalog"]>>;

const byId = (a: EmrCatalogItem, b: EmrCatalogItem) => (a.itemId < b.itemId ? -1 : 1);

/** Searches the EMR's catalog and keeps what it finds, which an order's items are checked against (interface 4.4). */
export const runOrderCatalogSearch: OperationRunner<typeof searchOrderCatalog, Search, Found> = {
  prepare: async ({ input }) => ({
    type: input.type,
    query: input.query || null,
    page: input.page ?? 1,
    pageSize: input.page_size ?? 25,
  }),

  run: (search, { emr, signal }) => emr.searchOrderCatalog(search, signal),

  async complete({ tx, tenant, input: { type, page = 1 }, result: { items, hasMore } }) {
    if (items.length > 0) {
      await tx
        .insert(orderCatalogItem)
        // In one order, so that two searches that end at once do not wait for each other in a circle.
        .values(items.toSorted(byId).map((item) => ({ ...tenant, type, ...item })))
        .onConflictDoUpdate({
          target: [orderCatalogItem.linkedAccountId, orderCatalogItem.type, orderCatalogItem.itemId],
          set: { name: sql`excluded.name`, billable: sql`excluded.billable` },
        });
    }
    const found = items.map(({ itemId, name, billable }) => ({ item_id: itemId, name, billable }));
    return { data: { type, page, has_more: hasMore, items: found } };
  },
};

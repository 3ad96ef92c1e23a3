import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { knownCatalogItem, orderType } from "./model.ts";
import { orderCatalogItem } from "./table.ts";

const MAX_IDS = 200;
const idsProblem = `must be 1 to ${MAX_IDS} item ids, comma-separated`;

const itemIds = z
  .string({ error: idsProblem })
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(z.array(z.string().min(1, idsProblem).max(100, idsProblem)).max(MAX_IDS, idsProblem));

/** GET /orders/catalog: the items found by catalog searches, which POST /orders accepts (decisions §4). */
export const listOrderCatalog = defineList({
  path: "/orders/catalog",
  embed: "account",
  summary: "List the order catalog items found by searches",
  description: "Their ids are the `item_ids` of POST /orders. POST /orders/catalog/fetch searches the EMR for more.",
  permission: "orders:read",
  patientData: false,
  key: "items",
  model: knownCatalogItem,
  table: orderCatalogItem,
  order: keyset("asc", orderCatalogItem.type, orderCatalogItem.itemId),
  filters: {
    type: orderType.optional(),
    item_ids: itemIds.optional().describe(`Up to ${MAX_IDS}, comma-separated`),
  },
  where: ({ query: { type, item_ids } }) =>
    and(
      type ? eq(orderCatalogItem.type, type) : undefined,
      item_ids ? inArray(orderCatalogItem.itemId, item_ids) : undefined,
    ),
  toModel: ({ type, itemId, name, billable }) => ({ item_id: itemId, type, name, billable }),
});

import { z } from "zod";

const ORDER_TYPES = ["lab", "imaging", "procedure"] as const;
export const ORDER_PRIORITIES = ["routine", "urgent", "stat"] as const;

/** The type of an order, required wherever the catalog is used (interface 4.4, decisions §5). */
export const orderType = z
  .enum(ORDER_TYPES, { error: `must be one of ${ORDER_TYPES.join(", ")}` })
  .describe("`lab`, `imaging` or `procedure`");

/** An item of the orderable catalog (interface 2.5). */
export const orderCatalogItem = z.object({
  item_id: z.string().describe("Id for `item_ids` of POST /orders"),
  name: z.string(),
  billable: z.boolean(),
});

/** A page of catalog search results (interface 4.4). */
export const orderCatalogPage = z.object({
  type: orderType,
  page: z.int(),
  has_more: z.boolean().describe("Whether there is a next page"),
  items: z.array(orderCatalogItem),
});

/** A catalog item found by a search, as GET /orders/catalog lists it. */
export const knownCatalogItem = orderCatalogItem.extend({ type: orderType }).meta({ id: "OrderCatalogItem" });

export type OrderCatalogPage = z.infer<typeof orderCatalogPage>;
export type OrderCatalogItem = z.infer<typeof orderCatalogItem>;

import { counted, joined, listOf, type Shown, type ShownRecord, textOf } from "#lib/definitions/shown";
import type { WrittenOrder } from "#lib/resources/orders/list";

export const shownOrder: Shown = {
  gist: ({ type, item_ids }) => counted(listOf(item_ids).length, `${textOf(type)} item`),
  deed: ({ type, item_ids }) => ({
    what:
      listOf(item_ids).length === 0
        ? "An order"
        : `An order of ${counted(listOf(item_ids).length, `${textOf(type)} item`)}`,
    done: "placed in",
  }),
};

export const shownOrders: ShownRecord<WrittenOrder> = {
  things: "orders",
  onPatientsPage: { within: "chart", tab: "orders", heading: "Orders placed from here" },
  title: ({ type, item_ids }, itemName) =>
    `${type.charAt(0).toUpperCase()}${type.slice(1)}: ${item_ids.map((id) => itemName(type, id)).join(", ")}`,
  detail: ({ priority, notes, emr_order_id }) => joined(priority, emr_order_id, notes),
};

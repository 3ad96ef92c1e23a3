import { type EmrCatalogItem, EmrError, type EmrOrder } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { requireKnown } from "./known.ts";
import { rowsOf } from "./query.ts";
import { writeOnce } from "./write-once.ts";

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&");

/**
 * Returns one page of the orderable items of a type whose name contains `query`, by name (interface 4.4). Pages are
 * 1-based.
 */
export async function searchOrderCatalog(
  practiceId: string,
  search: { type: EmrOrder["type"]; query: string | null; page: number; pageSize: number },
): Promise<{ items: EmrCatalogItem[]; hasMore: boolean }> {
  const { type, query, page, pageSize } = search;
  const items = await rowsOf<EmrCatalogItem>(
    `SELECT id AS "itemId", name, billable FROM sandbox.order_catalog_item
     WHERE practice_id = $1 AND type = $2 AND name ILIKE $3 ORDER BY name, id LIMIT $4 OFFSET $5`,
    practiceId,
    type,
    `%${escaped(query ?? "")}%`,
    pageSize + 1,
    (page - 1) * pageSize,
  );
  return { items: items.slice(0, pageSize), hasMore: items.length > pageSize };
}

/** Places an order and returns its id. Throws EmrErrors for unknown references and for items of another type. */
export function createOrder(practiceId: string, order: EmrOrder, idempotencyKey: string): Promise<string> {
  const { patientEhrId, providerEhrId, type, itemIds } = order;
  return writeOnce({ practiceId, kind: "order", prefix: "ORD-", idempotencyKey }, async (client, id) => {
    await requireKnown(client, practiceId, { patient: patientEhrId, provider: providerEhrId });
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM sandbox.order_catalog_item WHERE practice_id = $1 AND type = $2 AND id = ANY ($3)",
      [practiceId, type, itemIds],
    );
    const known = new Set(rows.map((row) => row.id));
    const unknown = itemIds.filter((itemId) => !known.has(itemId));
    if (unknown.length > 0) {
      throw new EmrError("validation", `${type} items not found in the EMR's catalog: ${unknown.join(", ")}`, {
        code: "value_not_found",
      });
    }
    await insertRow(client, practiceId, "patient_order", {
      id,
      patient_id: patientEhrId,
      type,
      item_ids: itemIds,
      provider_id: providerEhrId,
      priority: order.priority,
      notes: order.notes,
    });
  });
}

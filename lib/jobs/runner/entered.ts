import type { QueryResultRow } from "pg";
import { sendIn, type Transaction } from "#lib/db/door";
import { onQueue } from "#lib/queue/boss";
import { ENTERED } from "#lib/queue/boss-tables";

interface Row extends QueryResultRow {
  key: string;
}

/**
 * Returns those of the keys (ids of jobs and deliveries) that have a queue entry; as the transaction sees it, if one is
 * given.
 */
export async function entered(keys: readonly string[], tx?: Transaction): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const values = [JSON.stringify(keys)];
  const rows = tx ? (await sendIn<Row>(tx, { text: ENTERED, values })).rows : await onQueue<Row>(ENTERED, values);
  return new Set(rows.map(({ key }) => key));
}

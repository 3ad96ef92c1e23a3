import type { Transaction } from "#lib/db/tenant";
import type { Part } from "./change.ts";

/** The records that one transaction changes, few, so that it is short. */
const MOST_IN_BATCH = 25;

/** Changes records batch after batch, each batch in a transaction of its own. Returns the results of all batches. */
export async function inBatches<Item, Result extends Record<string, unknown>>(
  part: Part,
  items: readonly Item[],
  work: (tx: Transaction, batch: Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += MOST_IN_BATCH) {
    const batch = items.slice(from, from + MOST_IN_BATCH);
    results.push(await part((tx) => work(tx, batch)));
  }
  return results;
}

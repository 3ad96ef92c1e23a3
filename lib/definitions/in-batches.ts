import type { Transaction } from "#lib/db/tenant";
import type { Part } from "./command.ts";

/** Most records per transaction, so that each transaction stays short. */
const MAX_BATCH = 25;

/** Changes records in batches, with one transaction per batch. Returns the results of all batches. */
export async function inBatches<Item, Result extends Record<string, unknown>>(
  part: Part,
  items: readonly Item[],
  work: (tx: Transaction, batch: Item[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += MAX_BATCH) {
    const batch = items.slice(from, from + MAX_BATCH);
    results.push(await part((tx) => work(tx, batch)));
  }
  return results;
}

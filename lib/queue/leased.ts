import { afterCommit, type Transaction } from "#lib/db/door";
import { sendWrites, type Write } from "#lib/db/write";
import { ENTRIES } from "./boss-tables.ts";
import type { QueueName } from "./queues.ts";

/** A queue entry that this process has leased. */
export interface Leased {
  /**
   * The completion of the entry, for the transaction that stores the result of its work: its last write, because
   * renewing leases locks entries and no other rows. An entry that is not completed this way is completed when its work
   * ends.
   */
  completion: Write;
  /** The writer's knowledge of the work, if it began in this process right after the commit. */
  carried?: object | undefined;
}

/** Completes an entry in the caller's transaction, as its last statement; does nothing without an entry. */
export const completeIn = (tx: Transaction, entry: Leased | undefined): Promise<void> =>
  sendWrites(tx, entry ? [entry.completion] : []);

/** Returns the completion of an entry, which calls `completed` after the commit. */
export const completionOf = (queue: QueueName, id: string, completed: () => void): Write => ({
  statement: ENTRIES[queue].complete,
  row(tx) {
    afterCommit(tx, completed);
    return { id };
  },
});

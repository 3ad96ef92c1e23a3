import { afterCommit, type Transaction } from "#lib/db/door";
import { sendWrites, type Write } from "#lib/db/write";
import type { Entry } from "./entries.ts";
import type { QueueName } from "./queues.ts";
import { ENTRIES } from "./statements.ts";

/** A queue entry that this process has leased. */
export interface Leased {
  /**
   * The completion of the entry, for the transaction that stores the result of its work: its last write, because
   * renewing leases locks entries and no other rows. An entry that is not completed this way is completed when its work
   * ends.
   */
  completion: Write;
  /** The writer's knowledge of the work, if this process wrote the entry and it waited for at most 2 s. */
  carried?: object | undefined;
}

/** Completes an entry in the caller's transaction, as its last statement; does nothing without an entry. */
export const completeIn = (tx: Transaction, entry: Leased | undefined): Promise<void> =>
  sendWrites(tx, entry ? [entry.completion] : []);

/** The entry to complete, and its successor. */
interface Completion {
  id: string;
  /** Returns the entry that is to be taken in the place of the completed one; null if there is none. */
  next(): Entry | null;
  /** Called after the commit: whether the next entry was taken. */
  completed(next: Entry | null, taken: boolean): void;
  /** Called after a rollback. */
  undone(next: Entry | null): void;
}

/** Returns the completion of an entry, which takes the next one of its group in its place. */
export function completionOf(queue: QueueName, { id, next, completed, undone }: Completion): Write {
  let taken = false;
  return {
    statement: ENTRIES[queue].complete,
    row(tx) {
      taken = false;
      const successor = next();
      afterCommit(
        tx,
        () => completed(successor, taken),
        () => undone(successor),
      );
      return { id, next: successor?.id };
    },
    returned(row) {
      taken = row !== undefined;
    },
  };
}

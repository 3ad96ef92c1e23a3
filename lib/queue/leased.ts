import { afterCommit, sendLastIn, type Transaction } from "#lib/db/door";
import type { QueueName } from "./queues.ts";

/** A queue entry that this process has leased. */
export interface Leased {
  /**
   * Completes the entry in the caller's transaction, without a round trip of its own. An entry that is not completed
   * this way is completed when its work ends.
   */
  completeIn(tx: Transaction): Promise<void>;
}

/** Completes an entry as pg-boss does for entries without output or dependents; ours never have any. */
const COMPLETE = `
  UPDATE pgboss.job SET state = 'completed', completed_on = now()
  WHERE name = $1 AND id = $2 AND state = 'active'`;

/**
 * Completes an entry in the caller's transaction and calls `completed` after the commit. It is the transaction's last
 * statement, because renewing leases locks entries and no other rows.
 */
export async function completeIn(tx: Transaction, queue: QueueName, id: string, completed: () => void): Promise<void> {
  afterCommit(tx, completed);
  await sendLastIn(tx, { name: "complete", text: COMPLETE, values: [queue, id] });
}

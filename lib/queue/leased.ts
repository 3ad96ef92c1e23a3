import { afterCommit, sendLastIn, type Transaction } from "#lib/db/door";
import type { QueueName } from "./queues.ts";

/** A queue entry that this process works on. */
export interface Leased {
  /**
   * Completes it in the caller's transaction: it stands or falls with what came of it, and takes no round trip of its
   * own. What is not completed so is, once its work has ended.
   */
  completeIn(tx: Transaction): Promise<void>;
}

/** As pg-boss completes an entry without an output or dependents, which ours never have. */
const COMPLETE = `
  UPDATE pgboss.job SET state = 'completed', completed_on = now()
  WHERE name = $1 AND id = $2 AND state = 'active'`;

/**
 * Completes an entry in the caller's transaction, and tells once that has committed. Sent last: whoever renews leases holds
 * entries and wants no other row.
 */
export async function completeIn(tx: Transaction, queue: QueueName, id: string, completed: () => void): Promise<void> {
  afterCommit(tx, completed);
  await sendLastIn(tx, { name: "complete", text: COMPLETE, values: [queue, id] });
}

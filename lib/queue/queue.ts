import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import { newId } from "#lib/core/id";
import { afterCommit, type Transaction } from "#lib/db/door";
import { boss } from "./boss.ts";
import type { Payloads, QueueName } from "./queues.ts";
import { wakeQueue, wakeQueueAt } from "./wake.ts";

/**
 * Writes a queue entry in the caller's transaction: it stands or falls with what else is written there.
 * `group` is what may not crowd out others: a linked account, or a delivery's target.
 */
export async function enqueue<Name extends QueueName>(
  tx: Transaction,
  queue: Name,
  payload: Payloads[Name],
  options: { group: string; startAfter?: Date },
): Promise<void> {
  const sender = await boss();
  await sender.send(queue, payload, {
    // Of a group that may have but some taken, those with the least ids are: ours grow with time, random ones starve.
    id: newId(),
    db: fromDrizzle(tx, sql),
    group: { id: options.group },
    ...(options.startAfter ? { startAfter: options.startAfter } : {}),
  });
  const { startAfter } = options;
  afterCommit(tx, () => (startAfter ? wakeQueueAt(queue, startAfter) : wakeQueue(queue)));
}

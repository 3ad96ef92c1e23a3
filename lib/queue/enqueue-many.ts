import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import { afterCommit, type Transaction } from "#lib/db/door";
import { newId } from "#lib/kernel/id";
import { boss } from "./boss.ts";
import type { Payloads, QueueName } from "./queues.ts";
import { wakeQueue } from "./wake.ts";

/** Writes entries of one group in order, due at once, in the caller's transaction and one statement (see `enqueue`). */
export async function enqueueMany<Name extends QueueName>(
  tx: Transaction,
  queue: Name,
  payloads: Payloads[Name][],
  { group }: { group: string },
): Promise<void> {
  if (payloads.length === 0) return;
  const sender = await boss();
  const entries = payloads.map((data) => ({ id: newId(), data, group: { id: group } }));
  await sender.insert(queue, entries, { db: fromDrizzle(tx, sql) });
  afterCommit(tx, () => wakeQueue(queue));
}

import type { Transaction } from "#lib/db/tenant";
import { enqueue } from "#lib/queue/queue";
import { type StoredJob, tenantOf } from "./stored-job.ts";
import { waitingCodeOf } from "./waiting.ts";

/**
 * Writes a held job's queue entry for the end of its hold. A job that moves up in its record's line gets an entry that
 * is due at once, which may be earlier.
 */
export async function enterHeld(tx: Transaction, found: StoredJob, now: Date): Promise<void> {
  const { id, status, waitingFor, nextAttemptAt } = found;
  if (status !== "queued" || waitingFor !== null || waitingCodeOf(found) !== "held") return;
  if (!nextAttemptAt || nextAttemptAt <= now) return;
  const tenant = tenantOf(found);
  const options = { group: tenant.linkedAccountId, startAfter: nextAttemptAt };
  await enqueue(tx, "operations", { jobId: id, ...tenant }, options);
}

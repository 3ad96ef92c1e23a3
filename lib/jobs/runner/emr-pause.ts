import { eq } from "drizzle-orm";
import { job } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { lockJob } from "#lib/jobs/record/stored-job";
import { singleton } from "#lib/kernel/singleton";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";

/** What was put off together comes back over so much more of the time, for 5 s at most. */
const SPREAD = 0.25;
const LONGEST_SPREAD_MS = 5_000;

/** What is told of a job that waits for no fault of its own. */
const ASKED = "The EMR asked for time";

/** Until when (epoch milliseconds) the EMR of a linked account asked this process to leave it alone. */
const pauses = () => singleton("emr-pauses", () => new Map<string, number>());

/** Notes that the EMR of an account asked for time (429, `Retry-After`). */
export const noteEmrPause = (linkedAccountId: string, ms: number): void => {
  pauses().set(linkedAccountId, Math.max(pauses().get(linkedAccountId) ?? 0, Date.now() + ms));
};

/** Milliseconds for which the EMR of an account is to be left alone; 0 where it may be asked. */
export function emrPauseOf(linkedAccountId: string): number {
  const left = (pauses().get(linkedAccountId) ?? 0) - Date.now();
  if (left > 0) return left;
  pauses().delete(linkedAccountId);
  return 0;
}

/** Has a job that waits for its attempt wait until the EMR may be asked again: that uses up none of its attempts. */
export async function putOff(payload: Payloads["operations"], waitMs: number): Promise<void> {
  const { jobId, organizationId, linkedAccountId } = payload;
  const spread = Math.min(waitMs * SPREAD, LONGEST_SPREAD_MS) * Math.random();
  const nextAttemptAt = new Date(Date.now() + Math.round(waitMs + spread));
  await withTenant(payload, async (tx) => {
    const found = await lockJob(tx, jobId);
    if (found?.status !== "queued" && found?.status !== "running") return;
    if (found.waitingFor !== null || found.toReconcile !== null) return;
    // It has an entry for its time already.
    if (found.nextAttemptAt && found.nextAttemptAt > new Date()) return;
    await tx.update(job).set({ nextAttemptAt, waitingReason: ASKED }).where(eq(job.id, jobId));
    await enqueue(
      tx,
      "operations",
      { jobId, organizationId, linkedAccountId },
      { group: linkedAccountId, startAfter: nextAttemptAt },
    );
  });
}

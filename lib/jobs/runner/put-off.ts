import { eq } from "drizzle-orm";
import { job } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { enterHeld } from "#lib/job-record/enter-held";
import { lockJob } from "#lib/job-record/stored-job";
import { waits } from "#lib/job-record/waiting";
import { present } from "#lib/kernel/clock";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";

/**
 * Postponed jobs are spread over an additional quarter of the pause, at most 5 s, so that they do not return together.
 */
const SPREAD = 0.25;
const MAX_SPREAD_MS = 5_000;

/** Returns when a job is due that is postponed by this many milliseconds. */
export function postponedBy(waitMs: number, now: Date): Date {
  const spread = Math.min(waitMs * SPREAD, MAX_SPREAD_MS) * Math.random();
  return new Date(now.getTime() + Math.round(waitMs + spread));
}

/** Postpones a job until its EMR may be called again; this uses up no attempt. */
export async function putOff(payload: Payloads["operations"], waitMs: number): Promise<void> {
  const { jobId, organizationId, linkedAccountId } = payload;
  const nextAttemptAt = postponedBy(waitMs, present());
  await withTenant(payload, async (tx) => {
    const found = await lockJob(tx, jobId);
    if (found?.status !== "queued" && found?.status !== "running") return;
    if (found.waitingFor !== null || found.toReconcile !== null) return;
    // The job already has a queue entry for that time, unless it has moved up in its record's line while it was held.
    if (found.nextAttemptAt && found.nextAttemptAt > present()) return enterHeld(tx, found, present());
    await tx
      .update(job)
      .set({ nextAttemptAt, ...waits("limit_reached") })
      .where(eq(job.id, jobId));
    await enqueue(
      tx,
      "operations",
      { jobId, organizationId, linkedAccountId },
      { group: linkedAccountId, startAfter: nextAttemptAt },
    );
  });
}

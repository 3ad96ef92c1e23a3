import { eq } from "drizzle-orm";
import { job } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import type { EmrError } from "#lib/emr/port/port";
import { lockJob } from "#lib/jobs/record/stored-job";
import { singleton } from "#lib/kernel/singleton";
import { enqueue } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";

/**
 * Postponed jobs are spread over an additional quarter of the pause, at most 5 s, so that they do not return together.
 */
const SPREAD = 0.25;
const MAX_SPREAD_MS = 5_000;

/** Waiting reason of a job whose EMR asked for a pause without a limit of calls, as with a 503. */
const ASKED = "The EMR asked for time";

/** Waiting reason of a job whose EMR allows no more calls for now. */
const LIMIT_REACHED = "The EMR's limit of calls is reached";

/** Pause after a limit whose end the EMR does not state: most limits count calls per minute. */
const UNSTATED_LIMIT_MS = 60_000;

/** A pause that an account's EMR asked for. */
export interface EmrPause {
  /** Milliseconds from now. */
  ms: number;
  /** Waiting reason of the jobs that it postpones. */
  reason: string;
}

/** Returns the pause that an error asks for; null if it asks for none. */
export function pauseAskedBy({ limited, retryAfterMs }: EmrError): EmrPause | null {
  if (limited) return { ms: retryAfterMs ?? UNSTATED_LIMIT_MS, reason: LIMIT_REACHED };
  return retryAfterMs ? { ms: retryAfterMs, reason: ASKED } : null;
}

/** Pauses by linked account: the time (epoch milliseconds) before which its EMR asked this process for no calls. */
const pauses = () => singleton("emr-pauses", () => new Map<string, { until: number; reason: string }>());

/** Notes the pause that an account's EMR asked for (429 or 503 with `Retry-After`). */
export const noteEmrPause = (linkedAccountId: string, { ms, reason }: EmrPause): void => {
  const until = Date.now() + ms;
  if (until > (pauses().get(linkedAccountId)?.until ?? 0)) pauses().set(linkedAccountId, { until, reason });
};

/** Returns the rest of the account's pause; null if there is none. */
export function emrPauseOf(linkedAccountId: string): EmrPause | null {
  const pause = pauses().get(linkedAccountId);
  const ms = (pause?.until ?? 0) - Date.now();
  if (pause && ms > 0) return { ms, reason: pause.reason };
  pauses().delete(linkedAccountId);
  return null;
}

/** Returns when a job that a pause postpones is due. */
export function dueAfter({ ms }: EmrPause, now: Date): Date {
  const spread = Math.min(ms * SPREAD, MAX_SPREAD_MS) * Math.random();
  return new Date(now.getTime() + Math.round(ms + spread));
}

/** Postpones a job until its EMR's pause is over; this uses up no attempt. */
export async function putOff(payload: Payloads["operations"], pause: EmrPause): Promise<void> {
  const { jobId, organizationId, linkedAccountId } = payload;
  const nextAttemptAt = dueAfter(pause, new Date());
  await withTenant(payload, async (tx) => {
    const found = await lockJob(tx, jobId);
    if (found?.status !== "queued" && found?.status !== "running") return;
    if (found.waitingFor !== null || found.toReconcile !== null) return;
    // The job already has a queue entry for that time.
    if (found.nextAttemptAt && found.nextAttemptAt > new Date()) return;
    await tx.update(job).set({ nextAttemptAt, waitingReason: pause.reason }).where(eq(job.id, jobId));
    await enqueue(
      tx,
      "operations",
      { jobId, organizationId, linkedAccountId },
      { group: linkedAccountId, startAfter: nextAttemptAt },
    );
  });
}

import { eq } from "drizzle-orm";
import { nextAsOf } from "#lib/db/as-of";
import { job, jobAttempt } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import { leaveLine } from "#lib/job-record/record-order";
import { appendJobMessage, type StoredJob, tenantOf } from "#lib/job-record/stored-job";
import type { Waiting } from "#lib/job-record/waiting";
import { present } from "#lib/kernel/clock";
import { alert } from "#lib/mail/alert";
import { completeIn, type Leased } from "#lib/queue/leased";
import { enqueue } from "#lib/queue/queue";
import { type Attempt, type Reopened, reopen } from "./attempt.ts";

/**
 * Closes an attempt in a separate transaction, in which `then` runs as well. Returns false if another process has taken
 * the attempt over.
 */
export function closeAttempt(
  attempt: Attempt,
  how: { outcome: "succeeded"; reason: null } | { outcome: "failed" | "unstored" | "postponed"; reason: string },
  entry: Leased | undefined,
  then: (tx: Transaction, reopened: Reopened, now: Date) => Promise<void>,
): Promise<boolean> {
  return withTenant(attempt.job, async (tx) => {
    const [reopened] = await reopen(tx, [attempt]);
    if (!reopened) return false;
    const now = present();
    await tx
      .update(jobAttempt)
      .set({ ...how, endedAt: now })
      .where(eq(jobAttempt.id, attempt.id));
    await then(tx, reopened, now);
    await completeIn(tx, entry);
    return true;
  });
}

/** Puts a job back into the queue for its next attempt. */
export async function putBack(
  tx: Transaction,
  found: StoredJob,
  definition: JobDefinition,
  change: Waiting & { attempts: number; ambiguous: boolean; unstored?: number; nextAttemptAt: Date },
  now: Date,
): Promise<void> {
  const tenant = tenantOf(found);
  const queued = { ...change, status: "queued", version: found.version + 1 } as const;
  await tx.update(job).set(queued).where(eq(job.id, found.id));
  await appendJobMessage(tx, { ...found, ...queued }, { at: now, invalidates: staleLists(definition, "queued") });
  const { nextAttemptAt: startAfter } = change;
  await enqueue(tx, "operations", { jobId: found.id, ...tenant }, { group: tenant.linkedAccountId, startAfter });
}

/**
 * Marks a job for reconciliation by a person, as its outcome cannot be determined automatically: it stays `queued`
 * without a next attempt and sends no event, and later changes of its record proceed (decisions §6).
 */
export async function leaveToPerson(
  tx: Transaction,
  { found, next }: Reopened,
  definition: JobDefinition,
  why: Waiting & {
    toReconcile: NonNullable<StoredJob["toReconcile"]>;
    attempts: number;
    unstored?: number;
  },
  now: Date,
): Promise<void> {
  const left = {
    ...why,
    status: "queued",
    ambiguous: true,
    nextAttemptAt: null,
    version: found.version + 1,
  } as const;
  await tx
    .update(job)
    .set({ ...left, toReconcileAsOf: nextAsOf })
    .where(eq(job.id, found.id));
  await appendJobMessage(tx, { ...found, ...left }, { at: now, invalidates: staleLists(definition, "queued") });
  await leaveLine(tx, found, next);
  await alert(tx, tenantOf(found), "work_unknown");
}

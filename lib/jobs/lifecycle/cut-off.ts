import { and, eq, isNull } from "drizzle-orm";
import { jobAttempt } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { waitingCodeOf, waitsBecause } from "#lib/job-record/waiting";
import { countAttempts, countEnd } from "#lib/jobs/runner/metrics";
import { present } from "#lib/kernel/clock";
import { reasonOf } from "#lib/kernel/failure-reasons";
import type { AccountTenant } from "#lib/kernel/principal";
import { completeIn, type Leased } from "#lib/queue/queue";
import { leaveToPerson, storeFailure } from "./end-job.ts";
import { openJob } from "./open-job.ts";
import { cutOffReason } from "./origin.ts";

/**
 * Ends a job whose EMR must not be called any more (decisions §12). One that was certainly not sent fails with the reason;
 * one that the former EMR may hold is left to a person, since nobody else can look there.
 */
export async function endCutOff(tenant: AccountTenant, jobId: number, entry: Leased | undefined): Promise<void> {
  const failed = await withTenant(tenant, async (tx) => {
    const ending = await openJob(tx, jobId);
    const { found, definition, next } = ending;
    const reason = cutOffReason(found, ending.account);
    const isOpen = found.status === "queued" || found.status === "running";
    if (reason === null || !isOpen || found.toReconcile !== null) return null;
    const now = present();
    const lost = await tx
      .update(jobAttempt)
      .set({ endedAt: now, outcome: "lost", reason: "The process that ran it ended" })
      .where(and(eq(jobAttempt.jobId, jobId), isNull(jobAttempt.endedAt)));
    if (lost.rowCount) countAttempts(found.type, "lost", lost.rowCount);
    const maySend = found.ambiguous || found.status === "running" || waitingCodeOf(found) === "emr_event";
    const isLeft = definition.effect === "writes" && maySend;
    if (isLeft) {
      const waiting = waitsBecause("outcome_unknown", `Whether the EMR holds it is not known: ${reason}`);
      const why = { toReconcile: "outcome_unknown", ...waiting, attempts: found.attempts } as const;
      await leaveToPerson(tx, { found, next }, definition, why, now);
    } else
      await storeFailure(tx, ending, {
        status: "failed",
        reason,
        reasons: reasonOf("emr_unlinked", reason),
        refused: true,
      });
    await completeIn(tx, entry);
    return isLeft ? null : found;
  });
  if (failed) countEnd(failed.type, "failed", failed.createdAt, present());
}

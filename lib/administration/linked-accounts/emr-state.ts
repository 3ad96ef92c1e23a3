import { and, count, desc, eq, gte, inArray, not, or } from "drizzle-orm";
import { findJobDefinition } from "#lib/catalog/catalog";
import { job, jobAttempt, type linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { isRetried } from "#lib/jobs/retried";

/** Number of failed attempts in a row that count as an outage; a single attempt fails now and then. */
const MIN_CONSECUTIVE_FAILURES = 2;

/** Number of newest jobs inspected: enough to include the last response of a working EMR. */
const INSPECTED_JOBS = 50;

/** The EMR's last answers to calls outside of jobs. */
type Answers = Pick<typeof linkedAccount.$inferSelect, "id" | "syncedAt" | "emrAnsweredAt" | "originVersion">;

type JobOutcome = Pick<typeof job.$inferSelect, "type" | "status" | "attempts">;

/**
 * Returns true if the EMR responded to the job: it completed, or failed with attempts left because the EMR refused it.
 */
const wasAnswered = ({ type, status, attempts }: JobOutcome): boolean =>
  status === "completed" || (status === "failed" && attempts < (findJobDefinition(type)?.retry.attempts ?? 1));

/**
 * Returns the time since which the account's EMR has been unavailable, derived from its jobs; null if it is available
 * or no job shows otherwise. An EMR counts as unavailable when jobs have failed at least twice in a row for transient
 * reasons, without a response to another job or to a check (`checkOutage`), or a successful sync since. An outage that no
 * job has met stays undetected.
 */
export async function emrOutSince(tx: Transaction, account: Answers) {
  const { id: linkedAccountId, syncedAt, emrAnsweredAt, originVersion } = account;
  const jobs = await tx
    .select({
      id: job.id,
      type: job.type,
      status: job.status,
      attempts: job.attempts,
      finishedAt: job.finishedAt,
    })
    .from(job)
    .where(
      and(
        eq(job.linkedAccountId, linkedAccountId),
        // The others were sent to an EMR that the account no longer leads to.
        eq(job.originVersion, originVersion),
        or(
          inArray(job.status, ["completed", "failed"]),
          and(inArray(job.status, ["queued", "running"]), gte(job.attempts, MIN_CONSECUTIVE_FAILURES)),
        ),
      ),
    )
    .orderBy(desc(job.id))
    .limit(INSPECTED_JOBS);
  const failing = jobs
    .filter((failed) => !wasAnswered(failed) && failed.attempts >= MIN_CONSECUTIVE_FAILURES)
    .map(({ id }) => id);
  if (failing.length === 0) return null;
  const failures = await tx
    .select({ endedAt: jobAttempt.endedAt })
    .from(jobAttempt)
    .where(and(inArray(jobAttempt.jobId, failing), eq(jobAttempt.outcome, "failed")));
  const answers = jobs.filter(wasAnswered).map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  const lastAnswer = Math.max(0, syncedAt?.getTime() ?? 0, emrAnsweredAt?.getTime() ?? 0, ...answers);
  const since = failures.map(({ endedAt }) => endedAt?.getTime() ?? 0).filter((at) => at > lastAnswer);
  return since.length < MIN_CONSECUTIVE_FAILURES ? null : new Date(Math.min(...since));
}

/** Returns the number of jobs that have failed since a moment and that no other job retries. */
export async function failedSince(tx: Transaction, linkedAccountId: string, since: Date): Promise<number> {
  const [found] = await tx
    .select({ jobs: count() })
    .from(job)
    .where(
      and(
        eq(job.linkedAccountId, linkedAccountId),
        eq(job.status, "failed"),
        gte(job.finishedAt, since),
        not(isRetried),
      ),
    );
  return found?.jobs ?? 0;
}

import { and, desc, eq, gte, inArray, or } from "drizzle-orm";
import { findJobDefinition } from "#lib/catalog/catalog";
import { job, jobAttempt } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";

/** One attempt alone fails now and then; from so many in a row on nobody would call it chance. */
const FAILED_IN_A_ROW = 2;

/** Enough of the newest jobs to hold the last answer of an EMR that answers. */
const LOOKED_AT = 50;

type Told = Pick<typeof job.$inferSelect, "type" | "status" | "attempts">;

/** A job that ends with attempts left was done or refused: the EMR answered it. */
const wasAnswered = ({ type, status, attempts }: Told): boolean =>
  status === "completed" || (status === "failed" && attempts < (findJobDefinition(type)?.retry.attempts ?? 1));

/**
 * Since when the account's EMR does not answer, as its jobs tell it; null where it does, or where nothing tells. It
 * does not answer when a job has failed at least twice in a row for a passing reason, and neither another job was
 * answered nor a sync succeeded after that. Nothing asks the EMR for this: an outage that no job has met is not known.
 */
export async function emrOutSince(tx: Transaction, linkedAccountId: string, syncedAt: Date | null) {
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
        or(
          inArray(job.status, ["completed", "failed"]),
          and(inArray(job.status, ["queued", "running"]), gte(job.attempts, FAILED_IN_A_ROW)),
        ),
      ),
    )
    .orderBy(desc(job.id))
    .limit(LOOKED_AT);
  const failing = jobs.filter((told) => !wasAnswered(told) && told.attempts >= FAILED_IN_A_ROW).map(({ id }) => id);
  if (failing.length === 0) return null;
  const failures = await tx
    .select({ endedAt: jobAttempt.endedAt })
    .from(jobAttempt)
    .where(and(inArray(jobAttempt.jobId, failing), eq(jobAttempt.outcome, "failed")));
  const answers = jobs.filter(wasAnswered).map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  const lastAnswer = Math.max(0, syncedAt?.getTime() ?? 0, ...answers);
  const since = failures.map(({ endedAt }) => endedAt?.getTime() ?? 0).filter((at) => at > lastAnswer);
  return since.length < FAILED_IN_A_ROW ? null : new Date(Math.min(...since));
}

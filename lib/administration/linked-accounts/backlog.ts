import { and, count, eq, gte, isNull, min, sql } from "drizzle-orm";
import { job, type linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { emrBudget } from "#lib/emr/budget/table";
import { originOf } from "#lib/emr/origin";
import type { BacklogModel } from "./model.ts";

const MINUTE_MS = 60_000;
/** Longest time over which the pace of the account's jobs is measured. */
const PACE_MS = 5 * MINUTE_MS;
/** Calls of one operation while no job of the account has ended lately. */
const USUAL_CALLS = 2;

/**
 * Returns the jobs that wait because the EMR's limit of calls is reached, and when they will be through at the present
 * pace; null while no limit holds them up.
 */
export async function backlogOf(
  tx: Transaction,
  { id, connection }: Pick<typeof linkedAccount.$inferSelect, "id" | "connection">,
  now: Date,
): Promise<BacklogModel | null> {
  const [budget] = await tx.select().from(emrBudget).where(eq(emrBudget.linkedAccountId, id));
  // The limit of another EMR, to which the account led before.
  if (!budget || budget.origin !== originOf(connection)) return null;
  const heldUntil = Math.max(budget.pausedUntil?.getTime() ?? 0, budget.writesWantedUntil?.getTime() ?? 0);
  if (heldUntil <= now.getTime()) return null;
  const ofAccount = eq(job.linkedAccountId, id);
  const since = new Date(now.getTime() - PACE_MS);
  const [[waiting], [ended]] = await Promise.all([
    tx
      .select({ jobs: count() })
      .from(job)
      .where(and(ofAccount, eq(job.status, "queued"), isNull(job.toReconcile))),
    tx
      .select({ jobs: count(), first: min(job.finishedAt) })
      .from(job)
      .where(and(ofAccount, sql`${job.status} IN ('completed', 'failed')`, gte(job.finishedAt, since))),
  ]);
  if (!waiting?.jobs) return null;
  const callsPerMinute = budget.limitCalls === null ? null : (budget.limitCalls * MINUTE_MS) / budget.windowMs;
  // The jobs of a limit's window may end in its first second, so that a shorter time would show too fast a pace.
  const measuredMs = Math.max(now.getTime() - (ended?.first ?? now).getTime(), budget.windowMs);
  const pace = ((ended?.jobs ?? 0) * MINUTE_MS) / measuredMs || (callsPerMinute ?? 0) / USUAL_CALLS;
  const through = pace > 0 ? Math.max(heldUntil, now.getTime() + (waiting.jobs / pace) * MINUTE_MS) : null;
  return {
    jobs: waiting.jobs,
    calls_per_minute: callsPerMinute === null ? null : Math.round(callsPerMinute),
    through_at: through === null ? null : new Date(through).toISOString(),
  };
}

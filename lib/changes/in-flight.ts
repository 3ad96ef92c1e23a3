import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { recordKeyOf } from "#lib/job-record/record-order";
import type { Found } from "./difference.ts";

/** Returns the keys by which jobs name the record that they change. */
function keysOf({ kind, id, ehrId, patientMrn }: Found): string[] {
  if (kind === "appointments") return [recordKeyOf("visit", id), recordKeyOf("appointment", ehrId ?? "")];
  if (kind === "patients") return [recordKeyOf("patient", patientMrn ?? "")];
  if (kind === "referrals") return [recordKeyOf("referral", id)];
  return kind === "recalls" ? [recordKeyOf("recall", id)] : [];
}

/**
 * Returns changes that were found in the EMR, as our own where a job that has been tried changes the record: the EMR shows
 * what it did before its end is stored here.
 */
export async function withJobsInFlight(tx: Transaction, account: string, found: readonly Found[]): Promise<Found[]> {
  const keys = found.flatMap((each) => (each.cause === null && each.change !== "created" ? keysOf(each) : []));
  if (keys.length === 0) return [...found];
  const jobs = await tx
    .select({ id: job.id, key: job.recordKey })
    .from(job)
    .where(
      and(
        eq(job.linkedAccountId, account),
        sql`${job.recordKey} = ANY (${sql.param(keys)}::text[])`,
        or(eq(job.status, "running"), and(eq(job.status, "queued"), gt(job.attempts, 0))),
      ),
    )
    .orderBy(asc(job.id));
  const byKey = new Map(jobs.map(({ id, key }) => [key, id]));
  return found.map((each) => {
    const jobId = each.cause === null ? keysOf(each).flatMap((key) => byKey.get(key) ?? [])[0] : undefined;
    return jobId === undefined ? each : { ...each, cause: { jobId } };
  });
}

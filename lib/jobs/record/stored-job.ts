import { eq, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { appendStreamMessage } from "#lib/stream/message";

export type StoredJob = typeof job.$inferSelect;

/** Returns the ids of the job's tenant. */
export const tenantOf = ({ organizationId, linkedAccountId }: StoredJob) => ({ organizationId, linkedAccountId });

/** Returns the job as passed to its runner's steps. */
export const runnerView = (tx: Transaction, found: StoredJob, emrType: string) => ({
  tx,
  jobId: found.id,
  tenant: tenantOf(found),
  input: found.request,
  identifiers: found.identifiers,
  patientMrn: found.patientMrn,
  emrType,
});

const locked = prepared((tx) =>
  tx
    .select()
    .from(job)
    .where(eq(job.id, sql.placeholder("id")))
    .for("update"),
);

/** Locks a job until the end of the transaction, so that only one process decides its outcome. */
export async function lockJob(tx: Transaction, jobId: number): Promise<StoredJob | undefined> {
  const [found] = await locked(tx).execute({ id: jobId });
  return found;
}

/** Appends the job's new status to the account's streams. */
export const appendJobMessage = (
  tx: Transaction,
  found: StoredJob,
  change: { status: StoredJob["status"]; attempt: number; at: Date },
): Promise<void> =>
  appendStreamMessage(tx, tenantOf(found), "job", {
    job_id: found.id,
    type: found.type,
    status: change.status,
    attempt: change.attempt,
    at: change.at.toISOString(),
  });

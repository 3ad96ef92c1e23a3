import { eq, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { appendStreamMessage } from "#lib/stream/message";

export type StoredJob = typeof job.$inferSelect;

/** The ids of whose a job is. */
export const tenantOf = ({ organizationId, linkedAccountId }: StoredJob) => ({ organizationId, linkedAccountId });

/** The job as its runner's steps see it. */
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

/** Locks a job until the end of the transaction: its outcome is decided by one process at a time. */
export async function lockJob(tx: Transaction, jobId: number): Promise<StoredJob | undefined> {
  const [found] = await locked(tx).execute({ id: jobId });
  return found;
}

/** Tells the account's streams of a job's state. */
export const tellStreams = (
  tx: Transaction,
  found: StoredJob,
  told: { status: StoredJob["status"]; attempt: number; at: Date },
): Promise<void> =>
  appendStreamMessage(tx, tenantOf(found), "job", {
    job_id: found.id,
    type: found.type,
    status: told.status,
    attempt: told.attempt,
    at: told.at.toISOString(),
  });

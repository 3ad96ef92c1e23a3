import { and, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { findOperation } from "#lib/catalog/catalog";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import { EmrError, type PassedOperation } from "#lib/emr/port/port";
import type { StoredJob } from "#lib/job-record/stored-job";
import { acceptedJob } from "#lib/jobs/passed-on/own-event";
import { requestWithOwnIds } from "#lib/jobs/passed-on/own-ids";
import { passedOn } from "#lib/jobs/passed-on/table";
import { presentMs } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";

/** Time for which the event of an operation is waited for, and one without an answer is looked for. */
const KEPT_MS = 24 * 3_600_000;

/** An operation that was passed on and whose event has not come. */
export interface Waiting {
  row: typeof passedOn.$inferSelect;
  job: StoredJob;
  /** The EMR's own job; null if its answer was lost, is on its way, or names none. */
  acceptedAs: string | null;
  sentAt: Date;
}

/** Returns the operations of an account that wait for their events, the oldest first. */
export async function readWaiting(tx: Transaction, { linkedAccountId }: AccountTenant): Promise<Waiting[]> {
  const rows = await tx
    .select({ row: passedOn, job })
    .from(passedOn)
    .innerJoin(job, eq(job.id, passedOn.jobId))
    .where(
      and(
        eq(passedOn.linkedAccountId, linkedAccountId),
        isNull(passedOn.receivedAt),
        isNotNull(passedOn.sentAt),
        gt(passedOn.sentAt, new Date(presentMs() - KEPT_MS)),
        inArray(job.status, ["queued", "running"]),
      ),
    )
    .orderBy(passedOn.sentAt, passedOn.jobId);
  return rows.flatMap(({ row, job: found }) =>
    row.sentAt ? [{ row, job: found, acceptedAs: acceptedJob(row.answer), sentAt: row.sentAt }] : [],
  );
}

/** Returns whether the answer to an operation was lost, so that it is looked for; false while it may still come. */
export const isLost = ({ acceptedAs, job: found }: Waiting): boolean =>
  acceptedAs === null && found.status !== "running";

/** Returns an operation as it was sent; null if the records that it names are no longer known. */
export async function operationSent(
  tx: Transaction,
  { job: found }: Waiting,
): Promise<Pick<PassedOperation, "method" | "path" | "body"> | null> {
  const operation = findOperation(found.type) as OperationDefinition | undefined;
  if (!operation) return null;
  try {
    const { path, body } = await requestWithOwnIds(tx, found, operation);
    return { method: operation.method, path, body };
  } catch (error) {
    if (error instanceof EmrError) return null;
    throw error;
  }
}

import { eq } from "drizzle-orm";
import { ApiError, notFound } from "#lib/core/api-error";
import type { Tenant } from "#lib/core/principal";
import { isDatabaseAway } from "#lib/db/database-away";
import { job, linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import type { SettledLate } from "#lib/operations/runner";
import { type Ending, storeCompletion, storeFailure } from "./end-job.ts";
import { lookAt, type Shown } from "./look-up.ts";
import { openJob, runnerOf } from "./open-job.ts";
import { outcomeAudience } from "./publish-outcome.ts";
import { newerChanges } from "./record-order.ts";
import type { StoredJob } from "./stored-job.ts";

const NOT_HELD = "not held by the EMR";

/** What has come of its record since a job was left to a person; undefined for one that still stands in its line. */
async function settledLate(tx: Transaction, found: StoredJob): Promise<SettledLate | undefined> {
  if (found.toReconcile === null) return undefined;
  const newer = found.recordKey === null ? [] : await newerChanges(tx, found);
  const done = newer.filter(({ status }) => status === "completed");
  // What one that was forgotten has set nobody knows: then the place alone decides, for the whole record.
  const known = done.every(({ forgottenAt }) => forgottenAt === null);
  return {
    newerFields: new Set(known ? done.flatMap(({ request }) => Object.keys(request)) : []),
    asOf: found.toReconcileAsOf ?? 0,
  };
}

/**
 * Completes a queued job that the EMR is found to hold, in the caller's transaction, with its one event. Throws 409 where
 * that cannot be stored here.
 */
export async function completeByHand(
  tx: Transaction,
  ending: Ending,
  outcome: { result: unknown } | { emrId: string },
): Promise<void> {
  const { found, definition } = ending;
  try {
    const late = await settledLate(tx, found);
    await storeCompletion(tx, ending, outcome, await outcomeAudience(tx, found, definition), { settledLate: late });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    throw new ApiError(409, `Job ${found.id} stays as it is: the EMR holds it, and its answer cannot be stored here`);
  }
}

/** What a person found in the EMR. */
export type Reconciliation = { outcome: "held"; looked: Shown } | { outcome: "not_held" };

/** Looks at what a person found in the EMR of a job, outside of any transaction. Throws 404. */
export async function lookBeforeReconcile(tenant: Tenant, jobId: number, emrId: string): Promise<Shown> {
  const [row] = await readTenant(tenant, (tx) =>
    tx
      .select({ found: job, emrType: linkedAccount.emrType })
      .from(job)
      .innerJoin(linkedAccount, eq(linkedAccount.id, job.linkedAccountId))
      .where(eq(job.id, jobId)),
  );
  if (!row) throw notFound("Job");
  return lookAt(row.found, row.emrType, runnerOf(row.found.type), emrId);
}

/**
 * Settles a job that cannot be settled by itself, in the caller's transaction: what the EMR holds completes it, what it does
 * not hold fails it, each with its one event (decisions §6). Throws 404, and 409 for a job that waits for nobody.
 */
export async function reconcileJob(tx: Transaction, jobId: number, reconciliation: Reconciliation): Promise<void> {
  const ending = await openJob(tx, jobId);
  const { found, runner } = ending;
  if (found.status !== "queued" || found.toReconcile === null) {
    throw new ApiError(409, `Job ${jobId} does not wait to be reconciled`);
  }
  if (reconciliation.outcome === "not_held") {
    await storeFailure(tx, ending, { status: "failed", reason: NOT_HELD, refused: false });
    return;
  }
  if (!runner.held)
    throw new ApiError(409, `Job ${jobId} writes nothing that the EMR could hold: its outcome is not_held`);
  const { looked } = reconciliation;
  if (looked.kind === "unknown") throw new ApiError(409, `Job ${jobId} stays as it is. ${looked.reason}`);
  await completeByHand(tx, ending, looked.outcome);
}

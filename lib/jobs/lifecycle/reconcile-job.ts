import { eq } from "drizzle-orm";
import { isDatabaseAway } from "#lib/db/database-away";
import { job, linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import type { SettledLate } from "#lib/definitions/runner";
import { newerChanges } from "#lib/jobs/record/record-order";
import type { StoredJob } from "#lib/jobs/record/stored-job";
import { ApiError, notFound } from "#lib/kernel/api-error";
import type { Tenant } from "#lib/kernel/principal";
import { type Ending, storeCompletion, storeFailure } from "./end-job.ts";
import { type LookedUp, lookAt, lookUp, type Shown } from "./look-up.ts";
import { openJob, runnerOf } from "./open-job.ts";
import { outcomeAudience } from "./publish-outcome.ts";

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
export interface Reconciliation {
  outcome: "held" | "not_held";
  /** The EMR's id of what it holds. */
  emrId?: string | undefined;
}

/** What the EMR itself says of it: under the job's key, and of what the person found. */
export interface ReconcileLook {
  byKey: LookedUp;
  shown: Shown | null;
}

/**
 * Asks the EMR about a job that a person settles, outside of any transaction; null for a job that waits for nobody.
 * Throws 404.
 */
export async function lookBeforeReconcile(
  tenant: Tenant,
  jobId: number,
  { emrId }: Reconciliation,
): Promise<ReconcileLook | null> {
  const [row] = await readTenant(tenant, (tx) =>
    tx
      .select({ found: job, emrType: linkedAccount.emrType })
      .from(job)
      .innerJoin(linkedAccount, eq(linkedAccount.id, job.linkedAccountId))
      .where(eq(job.id, jobId)),
  );
  if (!row) throw notFound("Job");
  const { found, emrType } = row;
  if (found.toReconcile === null) return null;
  const runner = runnerOf(found.type);
  const byKey = await lookUp(found, emrType, runner);
  return { byKey, shown: emrId === undefined ? null : await lookAt(found, emrType, runner, emrId) };
}

const stays = ({ id }: StoredJob, why: string) => new ApiError(409, `Job ${id} stays as it is. ${why}`);

/** Throws 409 where the EMR is known to hold what a person did not find there. */
function assertAbsent({ found, runner }: Ending, { byKey }: ReconcileLook): void {
  if (byKey.kind === "held") throw stays(found, `The EMR holds it, as ${byKey.emrId}`);
  if (found.toReconcile === "not_stored" && runner.held && byKey.kind === "unknown") {
    throw stays(found, `The EMR answered that it holds it. ${byKey.reason}`);
  }
}

/** What completes a job that a person found in the EMR. Throws 409 where the EMR shows something else. */
function outcomeOf({ found, runner }: Ending, { byKey, shown }: ReconcileLook, emrId: string | undefined) {
  if (!runner.held) throw stays(found, "It writes nothing that the EMR could hold: its outcome is not_held");
  if (byKey.kind === "held" && byKey.emrId !== emrId) throw stays(found, `The EMR holds it as ${byKey.emrId}`);
  if (shown?.kind !== "held") throw stays(found, shown?.reason ?? "Its emr_id is missing");
  return shown.outcome;
}

/**
 * Settles a job that cannot be settled by itself, in the caller's transaction: what the EMR holds completes it, what it does
 * not hold fails it, each with its one event (decisions §6). Throws 404, and 409 for a job that waits for nobody, and where
 * the EMR itself says otherwise.
 */
export async function reconcileJob(
  tx: Transaction,
  jobId: number,
  { outcome, emrId }: Reconciliation,
  look: ReconcileLook | null,
): Promise<void> {
  const ending = await openJob(tx, jobId);
  const { found } = ending;
  if (found.status !== "queued" || found.toReconcile === null) {
    throw new ApiError(409, `Job ${jobId} does not wait to be reconciled`);
  }
  if (look === null) throw stays(found, "Send this again: it came to wait for a person only now");
  if (outcome === "not_held") {
    assertAbsent(ending, look);
    await storeFailure(tx, ending, { status: "failed", reason: NOT_HELD, refused: false });
  } else {
    await completeByHand(tx, ending, outcomeOf(ending, look, emrId));
  }
}

import type { Transaction } from "#lib/db/tenant";
import { isDatabaseAway } from "#lib/db/unavailable";
import { sendWrites } from "#lib/db/write";
import type { SettledLate } from "#lib/definitions/runner";
import { newerChanges } from "#lib/job-record/record-order";
import type { StoredJob } from "#lib/job-record/stored-job";
import { conflict, DomainError, invalid } from "#lib/kernel/domain-error";
import { reasonOf } from "#lib/kernel/failure-reasons";
import { problem } from "#lib/kernel/field-error";
import type { Tenant } from "#lib/kernel/principal";
import { completionOf, type Ending, outcomeAudience, storeFailure } from "./end-job.ts";
import { type LookedAt, type LookedUp, lookAt, lookUpStored, readSought } from "./look-up.ts";
import { openJob } from "./open-job.ts";

const REASON = "not held by the EMR";

/** Why a job failed that the EMR does not hold. */
export const NOT_HELD = { reason: REASON, reasons: reasonOf("not_held", REASON) };

/**
 * Returns the fields that newer changes of the record have set since the job was left to a person; undefined if the job
 * still holds its place in the record's order.
 */
async function settledLateOf(tx: Transaction, found: StoredJob): Promise<SettledLate | undefined> {
  if (found.toReconcile === null) return undefined;
  const newer = found.recordKey === null ? [] : await newerChanges(tx, found);
  const done = newer.filter(({ status }) => status === "completed");
  // The fields of a change past its retention are unknown: then the order of the jobs decides for the whole record.
  const known = done.every(({ forgottenAt }) => forgottenAt === null);
  return {
    newerFields: new Set(known ? done.flatMap(({ request }) => Object.keys(request)) : []),
    asOf: found.toReconcileAsOf ?? 0,
  };
}

/**
 * Completes a queued job that the EMR turned out to hold, in the caller's transaction, with its one event. Throws `conflict`
 * if the EMR's response cannot be stored here.
 */
export async function completeByHand(
  tx: Transaction,
  ending: Ending,
  outcome: { result: unknown } | { emrId: string },
): Promise<void> {
  const { found, definition } = ending;
  try {
    const late = await settledLateOf(tx, found);
    const audience = await outcomeAudience(tx, found, definition);
    const { writes } = await completionOf(tx, ending, outcome, audience, late);
    await sendWrites(tx, writes);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    throw new DomainError(
      "conflict",
      `Job ${found.id} stays as it is: the EMR holds it, and its answer cannot be stored here`,
    );
  }
}

/** The outcome that a person found in the EMR. */
export interface Reconciliation {
  outcome: "held" | "not_held";
  /** Id of the record in the EMR; required for `held`. */
  emrId?: string | undefined;
  /** Id of the record that contains it in the EMR. */
  parentId?: string | undefined;
}

/** The EMR's own answers: by the job's idempotency key, and for the id that the person named (null without one). */
export interface ReconcileLook {
  byKey: LookedUp;
  shown: LookedAt | null;
}

/**
 * Looks a job up in the EMR before a person reconciles it, outside of any transaction. Returns null for a job that
 * needs no reconciliation or does not exist.
 */
export async function lookBeforeReconcile(
  tenant: Tenant,
  jobId: number,
  { emrId, parentId }: Reconciliation,
): Promise<ReconcileLook | null> {
  const sought = await readSought(tenant, jobId);
  if (!sought || sought.job.toReconcile === null) return null;
  const byKey = await lookUpStored(sought);
  return { byKey, shown: emrId === undefined ? null : await lookAt(sought, { emrId, parentId }) };
}

const stays = ({ id }: StoredJob, why: string) => new DomainError("conflict", `Job ${id} stays as it is. ${why}`);

/** Throws `conflict` if the EMR holds the write that the person did not find. */
function assertAbsent({ found, runner }: Ending, { byKey }: ReconcileLook): void {
  if (byKey.kind === "held") throw stays(found, `The EMR holds it, as ${byKey.emrId}`);
  if (found.toReconcile === "not_stored" && runner.held && byKey.kind !== "absent") {
    throw stays(found, `The EMR answered that it holds it. ${byKey.reason}`);
  }
}

/**
 * Returns the outcome that completes a job found in the EMR. Throws `conflict` if the EMR's own answer contradicts the
 * person's, and `invalid` if the person must name the containing record too.
 */
function outcomeOf({ found, runner }: Ending, { byKey, shown }: ReconcileLook, emrId: string | undefined) {
  if (!runner.held) throw stays(found, "The operation writes nothing to the EMR: its outcome is not_held");
  if (byKey.kind === "held" && byKey.emrId !== emrId) throw stays(found, `The EMR holds it as ${byKey.emrId}`);
  if (shown?.kind === "uncontained") throw invalid(problem("emr_parent_id", shown.reason));
  if (shown?.kind !== "held") throw stays(found, shown?.reason ?? "Its emr_id is missing");
  return shown.outcome;
}

/**
 * Settles a job of unknown outcome in the caller's transaction: `held` completes it, `not_held` fails it, each with its
 * one event (decisions §6). Throws `not_found` if it does not exist, `conflict` if it needs no reconciliation or the EMR's own answer
 * contradicts the person's, `invalid` if an id is missing.
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
    throw conflict(`Job ${jobId} does not wait to be reconciled`);
  }
  if (look === null) throw stays(found, "Repeat this request: the job has only now begun to wait for a person");
  if (outcome === "not_held") {
    assertAbsent(ending, look);
    await storeFailure(tx, ending, { status: "failed", ...NOT_HELD, refused: false });
  } else {
    await completeByHand(tx, ending, outcomeOf(ending, look, emrId));
  }
}

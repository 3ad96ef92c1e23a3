import type { Transaction } from "#lib/db/tenant";
import type { StoredJob } from "#lib/job-record/stored-job";
import { waitingCodeOf } from "#lib/job-record/waiting";
import { conflict, DomainError } from "#lib/kernel/domain-error";
import { reasonOf } from "#lib/kernel/failure-reasons";
import type { Tenant } from "#lib/kernel/principal";
import { type Ending, storeFailure } from "./end-job.ts";
import { type LookedUp, lookUpStored, readSought } from "./look-up.ts";
import { openJob } from "./open-job.ts";
import { completeByHand } from "./reconcile-job.ts";

const REASON = "cancelled";

/** Locks a job that can still be cancelled. Throws `not_found` if it does not exist, `conflict` if it is running or has ended. */
async function openQueued(tx: Transaction, jobId: number): Promise<Ending> {
  const ending = await openJob(tx, jobId);
  const { status } = ending.found;
  if (status !== "queued") throw conflict(`Only a queued job can be cancelled; this one is ${status}`);
  if (waitingCodeOf(ending.found) === "emr_event") {
    throw conflict("The EMR has accepted this job already: it ends when the EMR's event arrives");
  }
  return ending;
}

/**
 * Identifies the job's progress at the time of the look-up: an attempt that ends afterwards makes the look-up stale.
 */
const progressOf = ({ attempts, unstored }: StoredJob) => `${attempts}/${unstored}`;

/** The EMR look-up that precedes a cancellation. */
export interface CancelLook {
  progress: string;
  found: LookedUp;
}

/**
 * Looks up in the EMR, outside of any transaction, whether a queued job was already written. Returns null if the job's
 * outcome is not in doubt. Sends nothing (decisions §6).
 */
export async function lookBeforeCancel(tenant: Tenant, jobId: number): Promise<CancelLook | null> {
  const sought = await readSought(tenant, jobId);
  if (sought?.job.status !== "queued") return null;
  return { progress: progressOf(sought.job), found: await lookUpStored(sought) };
}

/** Returns the result of the look-up of an ambiguous job. Throws `conflict` if it is stale or inconclusive. */
function verdictOf(
  { id, ...found }: StoredJob,
  look: CancelLook | null,
): Extract<LookedUp, { kind: "held" | "absent" }> {
  const inDoubt = `Job ${id} was not cancelled: the EMR may hold it already`;
  if (look?.progress !== progressOf({ id, ...found })) throw new DomainError("conflict", `${inDoubt}; try again`);
  if (look.found.kind === "held" || look.found.kind === "absent") return look.found;
  throw new DomainError("conflict", `${inDoubt}. ${look.found.reason}`);
}

/**
 * Cancels a queued job with its failure event, in the caller's transaction (decisions §5 and §6). A job that the EMR
 * turned out to hold is completed instead. Returns which of the two happened. Throws `not_found` if the job does not exist, `conflict`
 * if it is running, has ended, or its outcome in the EMR is unknown.
 */
export async function cancelJob(
  tx: Transaction,
  jobId: number,
  look: CancelLook | null,
): Promise<"cancelled" | "completed"> {
  const ending = await openQueued(tx, jobId);
  if (ending.found.ambiguous) {
    const verdict = verdictOf(ending.found, look);
    if (verdict.kind === "held") {
      await completeByHand(tx, ending, verdict.outcome);
      return "completed";
    }
  }
  await storeFailure(tx, ending, {
    status: "cancelled",
    reason: REASON,
    reasons: reasonOf("cancelled", REASON),
    refused: false,
  });
  return "cancelled";
}

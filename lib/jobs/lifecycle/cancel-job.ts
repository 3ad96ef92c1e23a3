import { and, eq } from "drizzle-orm";
import { job, linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import type { StoredJob } from "#lib/jobs/record/stored-job";
import { ApiError } from "#lib/kernel/api-error";
import type { Tenant } from "#lib/kernel/principal";
import { type Ending, storeFailure } from "./end-job.ts";
import { type LookedUp, lookUp } from "./look-up.ts";
import { openJob, runnerOf } from "./open-job.ts";
import { completeByHand } from "./reconcile-job.ts";

const REASON = "cancelled";

/** Locks a job that can still be cancelled. Throws 404, and 409 where it runs or has ended. */
async function openQueued(tx: Transaction, jobId: number): Promise<Ending> {
  const ending = await openJob(tx, jobId);
  const { status } = ending.found;
  if (status !== "queued") throw new ApiError(409, `Only a queued job can be cancelled; this one is ${status}`);
  return ending;
}

/** How far a job had come when its write was looked for: an attempt that ends in between says more. */
const progressOf = ({ attempts, unstored }: StoredJob) => `${attempts}/${unstored}`;

/** What was found of a job that is to be cancelled. */
export interface CancelLook {
  progress: string;
  found: LookedUp;
}

/**
 * Looks in the EMR for what a queued job may have written, outside of any transaction; null for a job whose outcome is not
 * in doubt. Nothing is sent (decisions §6).
 */
export async function lookBeforeCancel(tenant: Tenant, jobId: number): Promise<CancelLook | null> {
  const [row] = await readTenant(tenant, (tx) =>
    tx
      .select({ found: job, emrType: linkedAccount.emrType })
      .from(job)
      .innerJoin(linkedAccount, eq(linkedAccount.id, job.linkedAccountId))
      .where(and(eq(job.id, jobId), eq(job.status, "queued"), eq(job.ambiguous, true))),
  );
  if (!row) return null;
  return { progress: progressOf(row.found), found: await lookUp(row.found, row.emrType, runnerOf(row.found.type)) };
}

/** What the look found of an ambiguous job. Throws 409 where that says nothing of the job as it is now. */
function verdictOf({ id, ...found }: StoredJob, look: CancelLook | null): Exclude<LookedUp, { kind: "unknown" }> {
  const inDoubt = `Job ${id} was not cancelled: the EMR may hold it already`;
  if (look?.progress !== progressOf({ id, ...found })) throw new ApiError(409, `${inDoubt}; try again`);
  if (look.found.kind !== "unknown") return look.found;
  throw new ApiError(409, `${inDoubt}. ${look.found.reason}`);
}

/**
 * Cancels a queued job with its failure event, in the caller's transaction (decisions §5 and §6). One that the EMR was found
 * to hold completes instead; gives which. Throws 404, and 409 where it runs or has ended, or nobody can tell whether the EMR
 * holds it.
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
  await storeFailure(tx, ending, { status: "cancelled", reason: REASON, refused: false });
  return "cancelled";
}

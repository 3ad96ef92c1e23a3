import { withTenant } from "#lib/db/tenant";
import { countEnd } from "#lib/jobs/runner/metrics";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { storeFailure } from "./end-job.ts";
import { lookUpStored, readSought } from "./look-up.ts";
import { openJob } from "./open-job.ts";
import { completeByHand, NOT_HELD } from "./reconcile-job.ts";

/**
 * Looks again for the write of a job that is left to a person because its outcome is unknown (decisions §6): the job
 * completes if the EMR holds it, fails if the EMR does not, and stays as it is while the search has no answer. Sends nothing.
 */
export async function lookAgain(tenant: AccountTenant, jobId: number): Promise<void> {
  const sought = await readSought(tenant, jobId);
  if (sought?.job.toReconcile !== "outcome_unknown") return;
  const looked = await lookUpStored(sought);
  if (looked.kind !== "held" && looked.kind !== "absent") return;
  const status = await withTenant(tenant, async (tx) => {
    const ending = await openJob(tx, jobId);
    // A person may have settled it meanwhile.
    if (ending.found.status !== "queued" || ending.found.toReconcile !== "outcome_unknown") return null;
    if (looked.kind === "held") {
      await completeByHand(tx, ending, looked.outcome);
      return "completed";
    }
    await storeFailure(tx, ending, { status: "failed", ...NOT_HELD, refused: false });
    return "failed";
  });
  if (status) countEnd(sought.job.type, status, sought.job.createdAt, present());
}

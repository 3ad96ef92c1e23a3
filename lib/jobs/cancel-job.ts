import { eq } from "drizzle-orm";
import { ApiError, notFound } from "#lib/core/api-error";
import { job, linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { findJobDefinition } from "#lib/operations/catalog";
import type { OperationRunner } from "#lib/operations/runner";
import { runners } from "#lib/operations/runners";
import { publishFailure } from "./publish-outcome.ts";
import { lockJob, tellStreams } from "./stored-job.ts";

const REASON = "cancelled";

/**
 * Cancels a queued job with its failure event, in the caller's transaction (decisions §5 and §6). Throws 404, and
 * 409 where it runs or has ended.
 */
export async function cancelJob(tx: Transaction, jobId: number): Promise<void> {
  const found = await lockJob(tx, jobId);
  const definition = found && findJobDefinition(found.type);
  if (!found || !definition) throw notFound("Job");
  if (found.status !== "queued")
    throw new ApiError(409, `Only a queued job can be cancelled; this one is ${found.status}`);
  const at = new Date();
  const [[account]] = await Promise.all([
    tx
      .select({ emrType: linkedAccount.emrType })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, found.linkedAccountId)),
    tx
      .update(job)
      .set({ status: "cancelled", failureReason: REASON, nextAttemptAt: null, waitingReason: null, finishedAt: at })
      .where(eq(job.id, jobId)),
    tellStreams(tx, found, { status: "cancelled", attempt: found.attempts, at }),
  ]);
  const runner = runners[definition.id as keyof typeof runners] as OperationRunner;
  const emrType = account?.emrType ?? "";
  await publishFailure(tx, found, definition, { runner, emrType, reason: REASON, refused: false });
}

import { eq } from "drizzle-orm";
import { notFound } from "#lib/core/api-error";
import { job, linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { findJobDefinition } from "#lib/operations/catalog";
import type { OperationRunner } from "#lib/operations/runner";
import { runners } from "#lib/operations/runners";
import type { Ending } from "./end-job.ts";
import { lockRecord, nextInLine } from "./record-order.ts";
import { lockJob } from "./stored-job.ts";

/** What runs the jobs of a type. */
export const runnerOf = (type: string): OperationRunner => runners[type as keyof typeof runners] as OperationRunner;

/**
 * Locks a job that somebody wants to end or repeat, its record's line first, in the caller's transaction. Throws 404 for one
 * that is not there.
 */
export async function openJob(tx: Transaction, jobId: number): Promise<Ending> {
  // What it changes never changes: it is read without a lock.
  const [known] = await tx
    .select({ recordKey: job.recordKey, linkedAccountId: job.linkedAccountId })
    .from(job)
    .where(eq(job.id, jobId));
  if (!known) throw notFound("Job");
  if (known.recordKey !== null) await lockRecord(tx, known.linkedAccountId, known.recordKey);
  const [found, [account]] = await Promise.all([
    lockJob(tx, jobId),
    tx
      .select({ emrType: linkedAccount.emrType })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, known.linkedAccountId)),
  ]);
  const definition = found && findJobDefinition(found.type);
  if (!found || !definition || !account) throw notFound("Job");
  const next = await nextInLine(tx, found);
  return { found, definition, runner: runnerOf(found.type), emrType: account.emrType, attempts: found.attempts, next };
}

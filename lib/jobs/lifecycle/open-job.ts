import { and, eq, inArray } from "drizzle-orm";
import { findJobDefinition } from "#lib/catalog/catalog";
import { runners } from "#lib/catalog/generated/runners";
import { job, linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { OperationRunner } from "#lib/definitions/runner";
import { emrColumns } from "#lib/emr/account";
import { isLined, lockLines, nextInLine } from "#lib/job-record/record-order";
import { lockJob } from "#lib/job-record/stored-job";
import { notFound } from "#lib/kernel/domain-error";
import type { Ending } from "./end-job.ts";
import { isMoved } from "./origin.ts";

/** Returns the runner of a job type. */
export const runnerOf = (type: string): OperationRunner => runners[type as keyof typeof runners] as OperationRunner;

/**
 * Locks the lines of an account's jobs, which the caller then opens one after the other in its transaction: each alone would
 * lock its lines in the order of the jobs, and two callers could wait for each other.
 */
export async function lockLinesOf(tx: Transaction, linkedAccountId: string, jobIds: readonly number[]): Promise<void> {
  const lines = await tx
    .select({ recordKey: job.recordKey, dayKeys: job.dayKeys })
    .from(job)
    .where(and(eq(job.linkedAccountId, linkedAccountId), inArray(job.id, [...jobIds])));
  await lockLines(tx, linkedAccountId, lines);
}

/**
 * Locks a job that is to be ended or repeated, its lines first, in the caller's transaction, until whose end the
 * account leads to the same EMR. Throws `not_found` if it
 * does not exist.
 */
export async function openJob(tx: Transaction, jobId: number): Promise<Ending> {
  // A job's lines and account never change, so they are read without a lock.
  const [known] = await tx
    .select({ recordKey: job.recordKey, dayKeys: job.dayKeys, linkedAccountId: job.linkedAccountId })
    .from(job)
    .where(eq(job.id, jobId));
  if (!known) throw notFound("Job");
  const [account] = await tx
    .select(emrColumns)
    .from(linkedAccount)
    .where(eq(linkedAccount.id, known.linkedAccountId))
    .for("key share");
  if (isLined(known)) await lockLines(tx, known.linkedAccountId, [known]);
  const found = await lockJob(tx, jobId);
  const definition = found && findJobDefinition(found.type);
  if (!found || !definition || !account) throw notFound("Job");
  const next = await nextInLine(tx, found);
  const moved = isMoved(found, account);
  return { found, definition, runner: runnerOf(found.type), account, attempts: found.attempts, next, moved };
}

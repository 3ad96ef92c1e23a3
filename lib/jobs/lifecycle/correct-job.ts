import { eq } from "drizzle-orm";
import { findOperation } from "#lib/catalog/catalog";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { lockJob } from "#lib/job-record/stored-job";
import { conflict, DomainError, notFound } from "#lib/kernel/domain-error";
import type { Metadata } from "#lib/kernel/metadata";

/** A failed job, and what corrects it. */
interface Corrected {
  jobId: number;
  linkedAccountId: string;
  /** Id of the operation that corrects it. */
  operation: string;
  /** Returns whether the caller may see the jobs of a patient, null: of none. */
  isSeen(patientMrn: string | null): boolean | Promise<boolean>;
}

/**
 * Locks the failed job that a new one is to correct, in the transaction that accepts the new one: of a retry and any
 * number of corrections, however close together, one follows it (decisions §6). Throws `not_found` if the caller has no such job,
 * `conflict` if it has not failed, is of another operation, or is followed already. Returns the failed job's metadata, which the new
 * one has unless it brings its own.
 */
export async function openToCorrect(tx: Transaction, given: Corrected): Promise<Metadata> {
  const { jobId, linkedAccountId, operation, isSeen } = given;
  const found = await lockJob(tx, jobId);
  if (found?.linkedAccountId !== linkedAccountId || !(await isSeen(found.patientMrn))) throw notFound("Job");
  if (found.type !== operation) {
    throw conflict(`Job ${jobId} is of another operation: ${findOperation(found.type)?.name ?? found.type}`);
  }
  if (found.status !== "failed") throw conflict(`Only a failed job can be corrected; this one is ${found.status}`);
  const [next] = await tx.select({ id: job.id }).from(job).where(eq(job.retryOf, jobId));
  if (!next) return found.metadata;
  throw new DomainError("conflict", `Job ${jobId} was already sent again as job ${next.id}; nothing was saved`, {
    details: { job_execution_id: String(next.id) },
  });
}

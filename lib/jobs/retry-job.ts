import { and, eq, inArray } from "drizzle-orm";
import { ApiError, notFound } from "#lib/core/api-error";
import type { Actor } from "#lib/core/principal";
import { job, referral, writtenTables } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { findJobDefinition } from "#lib/operations/catalog";
import { nextJobId, queueJob } from "./queue-job.ts";
import { lockJob, type StoredJob, tenantOf } from "./stored-job.ts";

const conflict = (message: string) => new ApiError(409, message);

async function refuseSecondSync(tx: Transaction, found: StoredJob): Promise<void> {
  if (found.type !== "org-settings:fetch") return;
  const [running] = await tx
    .select({ id: job.id })
    .from(job)
    .where(and(eq(job.type, found.type), inArray(job.status, ["queued", "running"])));
  if (running) throw conflict(`An organization settings sync is already running: job ${running.id}`);
}

/**
 * Tries a failed job again as a new one, in the caller's transaction, and gives the new job's id (decisions §5). It
 * keeps the first one's key to the EMR: what the EMR wrote before its answer was lost is not written twice. The
 * records go over to the new job. Throws 404, and 409 where the job has not failed, was
 * tried again before, or was forgotten.
 */
export async function retryJob(tx: Transaction, jobId: number, actor: Actor): Promise<number> {
  const found = await lockJob(tx, jobId);
  if (!found || !findJobDefinition(found.type)) throw notFound("Job");
  if (found.status !== "failed") throw conflict(`Only a failed job can be tried again; this one is ${found.status}`);
  if (found.forgottenAt) throw conflict("This job's request was forgotten; send it anew instead");
  const [again] = await tx.select({ id: job.id }).from(job).where(eq(job.retryOf, jobId));
  if (again) throw conflict(`This job was tried again before, as job ${again.id}`);
  await refuseSecondSync(tx, found);

  const id = await nextJobId(tx);
  const { type, patientMrn, request, callbackUrls, apiClientId, accessTokenReferenceId, identifiers, warnings } = found;
  await queueJob(tx, {
    id,
    tenant: tenantOf(found),
    type,
    patientMrn,
    actor,
    request,
    callbackUrls,
    apiClientId,
    accessTokenReferenceId,
    identifiers,
    warnings,
    retryOf: jobId,
    emrIdempotencyKey: found.emrIdempotencyKey,
  });
  await Promise.all(
    [...writtenTables, referral].map((table) => tx.update(table).set({ jobId: id }).where(eq(table.jobId, jobId))),
  );
  return id;
}

import { eq } from "drizzle-orm";
import { findOperation } from "#lib/catalog/catalog";
import { writtenTables } from "#lib/catalog/generated/written-tables";
import { job, linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type JobDefinition, staleLists } from "#lib/definitions/operation";
import { nextJobId, queueJob } from "#lib/job-record/queue-job";
import { isLined, joinLines, type Line, newerChanges } from "#lib/job-record/record-order";
import { type StoredJob, tenantOf } from "#lib/job-record/stored-job";
import { conflict } from "#lib/kernel/domain-error";
import type { Actor } from "#lib/kernel/principal";
import { newTrace, type TraceContext } from "#lib/kernel/tracing";
import { jobInFlight } from "./one-at-a-time.ts";
import { openJob } from "./open-job.ts";
import { MOVED } from "./origin.ts";

/** Throws `conflict` if the operation runs one at a time and another job of it is unfinished. */
async function refuseSecond(tx: Transaction, found: StoredJob): Promise<void> {
  if (!found.oneAtATime) return;
  const inFlight = await jobInFlight(tx, tenantOf(found), found.type);
  if (inFlight !== undefined) throw conflict(`${findOperation(found.type)?.oneAtATime}: job ${inFlight}`);
}

/** Throws `conflict` if the operation was switched off for the account since: a retry is a new job. */
async function refuseSwitchedOff(tx: Transaction, found: StoredJob, { effect, name }: JobDefinition): Promise<void> {
  if (effect !== "writes") return;
  const [account] = await tx
    .select({ writes: linkedAccount.writes })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, found.linkedAccountId));
  if (!account?.writes || account.writes.includes(found.type)) return;
  throw conflict(`${name} is switched off for this linked account: an admin can switch it on`);
}

/** Returns the place of a retry in the trace of its request, linked to the last attempt of the failed job. */
function retryTrace(failed: TraceContext | null): TraceContext | undefined {
  const trace = newTrace();
  return trace && { ...failed, ...trace };
}

/** Joins the job's lines. Throws `conflict` if a newer change of its record was accepted. */
async function rejoinLines(tx: Transaction, found: StoredJob): Promise<Line> {
  const newer = found.recordKey === null ? undefined : (await newerChanges(tx, found)).at(-1);
  if (newer) throw conflict(`Job ${newer.id} changed the same record later; a retry would undo that change`);
  return joinLines(tx, found.linkedAccountId, { recordKey: found.recordKey, dayKeys: found.dayKeys });
}

/**
 * Retries a failed job as a new job in the caller's transaction and returns the new job's id (decisions §5). The new
 * job keeps the idempotency key, so that a write whose response was lost is not written twice, and takes over the job's
 * records. Throws `not_found` if the job does not exist, `conflict` if it has not failed, was retried already, is past its retention,
 * was accepted for another EMR, a newer change of its record was accepted, or its operation is switched off.
 */
export async function retryJob(tx: Transaction, jobId: number, actor: Actor): Promise<number> {
  const { found, definition, moved } = await openJob(tx, jobId);
  if (found.status !== "failed") throw conflict(`Only a failed job can be retried; this one is ${found.status}`);
  if (found.forgottenAt)
    throw conflict("This job's request was deleted after its retention period; send it anew instead");
  if (moved) throw conflict(`${MOVED}: it names patients and records of the former one; send it anew instead`);
  const [again] = await tx.select({ id: job.id }).from(job).where(eq(job.retryOf, jobId));
  if (again) throw conflict(`This job was already retried as job ${again.id}`);
  await refuseSecond(tx, found);
  await refuseSwitchedOff(tx, found, definition);
  const line = isLined(found) ? await rejoinLines(tx, found) : undefined;

  const id = await nextJobId(tx);
  await queueJob(tx, {
    id,
    tenant: tenantOf(found),
    type: found.type,
    invalidates: staleLists(definition, "queued"),
    oneAtATime: found.oneAtATime,
    patientMrn: found.patientMrn,
    actor,
    request: found.request,
    callbackUrls: found.callbackUrls,
    metadata: found.metadata,
    apiClientId: found.apiClientId,
    accessTokenReferenceId: found.accessTokenReferenceId,
    originVersion: found.originVersion,
    identifiers: found.identifiers,
    warnings: found.warnings,
    retryOf: jobId,
    emrIdempotencyKey: found.emrIdempotencyKey,
    line,
    trace: retryTrace(found.trace),
  });
  await Promise.all(writtenTables.map((table) => tx.update(table).set({ jobId: id }).where(eq(table.jobId, jobId))));
  return id;
}

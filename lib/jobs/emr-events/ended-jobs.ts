import { findOperation } from "#lib/catalog/catalog";
import { readTenant } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import { type EmrConnection, EmrError, type EndedJob } from "#lib/emr/port/port";
import type { EmrEvent } from "#lib/jobs/passed-on/emr-event";
import { receiveLogged } from "#lib/jobs/passed-on/receive";
import { DomainError } from "#lib/kernel/domain-error";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { isAskedFor, nextAsking } from "./asking.ts";
import { readWaiting, type Waiting } from "./waiting.ts";

/** The pause while no operation waits: one that is accepted sets a time of its own. */
const IDLE_MS = 24 * 3_600_000;

/** Returns the event that the EMR's job shows to have been sent; null if it shows too little. */
function eventOf({ job, acceptedAs }: Waiting, { status, result, failureReason, reasons }: EndedJob): EmrEvent | null {
  const operation = findOperation(job.type) as OperationDefinition | undefined;
  if (!operation || acceptedAs === null) return null;
  if (status === "failed") {
    const data = { ...(failureReason !== null && { failure_reason: failureReason }), reasons };
    return { type: operation.events.failed.type, job_id: acceptedAs, data };
  }
  return { type: operation.events.completed.type, job_id: acceptedAs, data: result ?? {} };
}

/** Ends a job as the EMR's own has ended; one whose values the EMR does not show goes on waiting for its event. */
async function take(tenant: AccountTenant, each: Waiting, ended: EndedJob): Promise<void> {
  const event = eventOf(each, ended);
  if (!event) return;
  try {
    await receiveLogged(tenant, { row: each.row, event, wasSought: false }, async () => undefined);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logger.info({ job_id: each.job.id }, "an EMR's job shows too little of its end");
  }
}

/** Asks the EMR for one of its jobs. Null also if it lets nobody read that one. Throws an EmrError if it does not answer now. */
async function ask(emr: EmrConnection, jobId: string, signal: AbortSignal): Promise<EndedJob | null> {
  try {
    return (await emr.readJob?.(jobId, signal)) ?? null;
  } catch (error) {
    if (error instanceof EmrError && error.kind === "validation") return null;
    throw error;
  }
}

/**
 * Asks an EMR that shows its jobs for those whose events have not come: an event may be lost, and its job is not. Ends ours as
 * they have ended. Returns when to ask next, and up to when it was asked. Throws EmrErrors: then all are asked for again.
 */
export async function takeEndedJobs(
  { tenant, emr }: { tenant: AccountTenant; emr: EmrConnection },
  { since, began }: { since: Date; began: Date },
  signal: AbortSignal,
): Promise<{ since: Date; nextAt: Date }> {
  const waiting = await readTenant(tenant, (tx) => readWaiting(tx, tenant));
  const due = waiting.filter(({ sentAt }) => isAskedFor(sentAt, { last: since, now: began }));
  for (const each of due) {
    const ended = each.acceptedAs === null ? null : await ask(emr, each.acceptedAs, signal);
    if (ended) await take(tenant, each, ended);
  }
  const next = waiting.map(({ sentAt }) => nextAsking(sentAt, began).getTime());
  return { since: began, nextAt: new Date(Math.min(began.getTime() + IDLE_MS, ...next)) };
}

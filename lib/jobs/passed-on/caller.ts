import { setTimeout as pause } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { job } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { DomainError, type ErrorCode } from "#lib/kernel/domain-error";
import type { AccountTenant } from "#lib/kernel/principal";
import { passedOn, type Refusal } from "./table.ts";

/** Time in which the EMR's own answer is awaited before the caller gets our acceptance. */
const WAIT_MS = 5_000;
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

/** What the statuses say by which the EMR refuses (see `Refusal`). */
const CODES: Record<number, ErrorCode> = { 400: "invalid", 404: "not_found", 409: "conflict" };

/** Returns the EMR's refusal as one of ours. */
const errorOf = ({ status, message, extra = {} }: Refusal): DomainError =>
  new DomainError(CODES[status] ?? "invalid", message, { details: extra });

const mine = ({ linkedAccountId }: AccountTenant, jobId: number) =>
  and(eq(passedOn.linkedAccountId, linkedAccountId), eq(passedOn.jobId, jobId));

/**
 * Returns how far the first attempt at an operation is: `open` until it has an answer or another end; null if the
 * operation is not passed on.
 */
async function progressOf(tenant: AccountTenant, jobId: number): Promise<"open" | "over" | null> {
  const [row] = await readTenant(tenant, (tx) =>
    tx
      .select({
        callerWaits: passedOn.callerWaits,
        status: job.status,
        waitingFor: job.waitingFor,
        waitingReason: job.waitingReason,
      })
      .from(passedOn)
      .leftJoin(job, eq(job.id, passedOn.jobId))
      .where(mine(tenant, jobId)),
  );
  if (!row) return null;
  const { callerWaits, status, waitingFor, waitingReason } = row;
  const begins = status === "queued" && waitingFor === null && waitingReason === null;
  return callerWaits && (begins || status === "running") ? "open" : "over";
}

/**
 * Waits at most 5 s for the EMR's own answer to an operation that was just accepted and is passed on (decisions §4).
 * Returns the EMR's refusal, for which the job was withdrawn; null if the acceptance stands. From then on a refusal fails
 * the job. A repeated request gets the first one's result.
 */
export async function awaitRefusal(
  { organizationId, linkedAccountId }: AccountTenant,
  jobId: number,
): Promise<DomainError | null> {
  const tenant = { organizationId, linkedAccountId };
  const deadline = performance.now() + WAIT_MS;
  for (let wait = MIN_PAUSE_MS; performance.now() < deadline; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    const progress = await progressOf(tenant, jobId);
    if (progress === null) return null;
    if (progress === "over") break;
    await pause(wait);
  }
  return withTenant(tenant, async (tx) => {
    const [row] = await tx
      .update(passedOn)
      .set({ callerWaits: false })
      .where(mine(tenant, jobId))
      .returning({ refusal: passedOn.refusal });
    return row?.refusal ? errorOf(row.refusal) : null;
  });
}

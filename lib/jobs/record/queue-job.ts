import { sql } from "drizzle-orm";
import { insertRow } from "#lib/db/insert-row";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { AccountTenant, Actor } from "#lib/kernel/principal";
import { enqueue } from "#lib/queue/queue";
import { HELD } from "./held.ts";
import type { Line } from "./record-order.ts";
import { appendJobMessage } from "./stored-job.ts";

/** Columns of a new job. */
const NOT_BEGUN = {
  status: "queued",
  attempts: 0,
  nextAttemptAt: null,
  waitingReason: null,
  ambiguous: false,
  toReconcile: null,
  finishedAt: null,
  confirmedAt: null,
  version: 0,
} as const;

export interface NewJob {
  id: number;
  tenant: AccountTenant;
  /** Id of an operation or an internal job. */
  type: string;
  /** Whether the operation runs one at a time per linked account. */
  oneAtATime?: boolean;
  patientMrn: string | null;
  actor: Actor;
  /** Lists that become stale with the acceptance (see staleLists). */
  invalidates: readonly string[];
  /** The validated body without `callback_urls`. */
  request: Record<string, unknown>;
  callbackUrls: string[];
  /** The API client whose secret signs the deliveries to `callbackUrls`. */
  apiClientId: string | null;
  accessTokenReferenceId: string;
  identifiers: Record<string, string>;
  /** Warnings about unknown fields from acceptance; none by default. */
  warnings?: string[];
  /** Id of the failed job that this one retries. */
  retryOf?: number;
  /** The EMR's idempotency key; a new one unless the job is a retry. */
  emrIdempotencyKey?: string;
  /** The record's line that the job joins; absent if it changes no existing record. */
  line?: Line | undefined;
  /** Until when the job waits before its first attempt; null or absent: it is due at once (decisions §6). */
  heldUntil?: Date | null;
}

/** Reserves the id of a future job, so that the domain record can reference it. */
export async function nextJobId(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT nextval('job_id_seq') AS id`);
  return Number(rows[0]?.id);
}

/**
 * Inserts a job with its stream message in the caller's transaction, and with a queue entry unless it waits for another
 * job (decisions §6). The caller wakes the streams after the commit.
 */
export async function queueJob(
  tx: Transaction,
  { tenant, line, invalidates, heldUntil, ...given }: NewJob,
): Promise<void> {
  const { organizationId, linkedAccountId } = tenant;
  const createdAt = new Date();
  const tenantIds = { organizationId, linkedAccountId };
  const due = heldUntil ? { nextAttemptAt: heldUntil, waitingReason: HELD } : null;
  await Promise.all([
    insertRow(tx, job, {
      ...given,
      ...tenantIds,
      ...due,
      status: "queued",
      emrIdempotencyKey: given.emrIdempotencyKey ?? newId(),
      recordKey: line?.recordKey ?? null,
      waitingFor: line?.last ?? null,
      createdAt,
    }),
    appendJobMessage(
      tx,
      { ...NOT_BEGUN, ...due, ...tenantIds, id: given.id, type: given.type },
      { at: createdAt, invalidates },
    ),
    // When the job before it ends, its queue entry is written.
    line?.last
      ? null
      : enqueue(
          tx,
          "operations",
          { jobId: given.id, ...tenantIds },
          { group: linkedAccountId, ...(heldUntil && { startAfter: heldUntil }) },
        ),
  ]);
}

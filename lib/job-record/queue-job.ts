import { sql } from "drizzle-orm";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto, sendWrites, type Write } from "#lib/db/write";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import type { Metadata } from "#lib/kernel/metadata";
import type { AccountTenant, Actor } from "#lib/kernel/principal";
import { newTrace, type TraceContext } from "#lib/kernel/tracing";
import { entryOf } from "#lib/queue/queue";
import { FreshJob } from "./fresh-job.ts";
import type { Line } from "./record-order.ts";
import { jobMessageOf } from "./stored-job.ts";
import { NOT_WAITING, waits } from "./waiting.ts";

/** Columns of a new job. */
const NOT_BEGUN = {
  status: "queued",
  attempts: 0,
  nextAttemptAt: null,
  ...NOT_WAITING,
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
  /** The validated body without `callback_urls` and `metadata`. */
  request: Record<string, unknown>;
  callbackUrls: string[];
  /** The caller's own texts; none by default. */
  metadata?: Metadata;
  /** The API client whose secret signs the deliveries to `callbackUrls`. */
  apiClientId: string | null;
  accessTokenReferenceId: string;
  /** The account's `origin_version`, read before the records that the job names. */
  originVersion: number;
  identifiers: Record<string, string>;
  /** Warnings about unknown fields from acceptance; none by default. */
  warnings?: string[];
  /** Id of the failed job that this one retries or corrects. */
  retryOf?: number;
  /** The EMR's idempotency key; a new one unless the job is a retry. */
  emrIdempotencyKey?: string;
  /** The lines that the job joins; absent if it changes no existing record and touches no provider's day. */
  line?: Line | undefined;
  /** Until when the job waits before its first attempt; null or absent: it is due at once (decisions §6). */
  heldUntil?: Date | null;
  /** Its place in a trace; absent while tracing is off. */
  trace?: TraceContext | undefined;
}

/** Reserves the id of a future job, so that the domain record can reference it. */
export async function nextJobId(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT nextval('job_id_seq') AS id`);
  return Number(rows[0]?.id);
}

/**
 * Returns the writes of a new job: the job with its stream message, and its queue entry unless it waits for another job
 * (decisions §6). The caller wakes the streams after the commit.
 */
export function newJobWrites({ tenant, line, invalidates, heldUntil, ...given }: NewJob): Write[] {
  const { organizationId, linkedAccountId } = tenant;
  const createdAt = present();
  const tenantIds = { organizationId, linkedAccountId };
  const due = heldUntil ? { nextAttemptAt: heldUntil, ...waits("held") } : null;
  const row = insertInto(job, {
    ...given,
    ...tenantIds,
    ...due,
    status: "queued",
    emrIdempotencyKey: given.emrIdempotencyKey ?? newId(),
    recordKey: line?.recordKey ?? null,
    dayKeys: line?.dayKeys ?? [],
    waitingFor: line?.last ?? null,
    createdAt,
  });
  const message = jobMessageOf(
    { ...NOT_BEGUN, ...due, ...tenantIds, id: given.id, type: given.type },
    { at: createdAt, invalidates },
  );
  // When the job before it ends, its queue entry is written.
  if (line?.last) return [row, message];
  const carried = new FreshJob({ ...given, ...tenantIds });
  const options = { group: linkedAccountId, carried, ...(heldUntil && { startAfter: heldUntil }) };
  return [row, message, entryOf("operations", { jobId: given.id, ...tenantIds }, options)];
}

/** Inserts a job in the caller's own transaction (see `newJobWrites`), as caused by the caller's span. */
export const queueJob = (tx: Transaction, given: NewJob): Promise<void> =>
  sendWrites(tx, newJobWrites({ trace: newTrace(), ...given }));

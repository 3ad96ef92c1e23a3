import { sql } from "drizzle-orm";
import { insertRow } from "#lib/db/insert-row";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { AccountTenant, Actor } from "#lib/kernel/principal";
import { enqueue } from "#lib/queue/queue";
import type { Line } from "./record-order.ts";
import { tellStreams } from "./stored-job.ts";

/** What stands in a new job's row. */
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
  /** An operation's or an internal job's id. */
  type: string;
  /** Whether its operation runs one at a time in a linked account. */
  oneAtATime?: boolean;
  patientMrn: string | null;
  actor: Actor;
  /** The lists that its acceptance makes stale (see staleLists). */
  invalidates: readonly string[];
  /** The validated body without `callback_urls`. */
  request: Record<string, unknown>;
  callbackUrls: string[];
  /** Whose secret signs the deliveries to `callbackUrls`. */
  apiClientId: string | null;
  accessTokenReferenceId: string;
  identifiers: Record<string, string>;
  /** What its acceptance said of unknown fields; none where left out. */
  warnings?: string[];
  /** The failed job that this one tries again. */
  retryOf?: number;
  /** The key that the EMR honours; a new one where the job is the first of its kind. */
  emrIdempotencyKey?: string;
  /** The line that it joins; none where it changes no record that stands. */
  line?: Line | undefined;
}

/** The id of a job to come: taken ahead, so that the domain record can name it. */
export async function nextJobId(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT nextval('job_id_seq') AS id`);
  return Number(rows[0]?.id);
}

/**
 * Writes a job with its queue entry, or behind the job that it waits for, and what the streams tell of it, in the caller's
 * transaction (decisions §6).
 * After its commit the caller wakes the streams.
 */
export async function queueJob(tx: Transaction, { tenant, line, invalidates, ...given }: NewJob): Promise<void> {
  const { organizationId, linkedAccountId } = tenant;
  const createdAt = new Date();
  const tenantIds = { organizationId, linkedAccountId };
  await Promise.all([
    insertRow(tx, job, {
      ...given,
      ...tenantIds,
      status: "queued",
      emrIdempotencyKey: given.emrIdempotencyKey ?? newId(),
      recordKey: line?.recordKey ?? null,
      waitingFor: line?.last ?? null,
      createdAt,
    }),
    tellStreams(tx, { ...NOT_BEGUN, ...tenantIds, id: given.id, type: given.type }, { at: createdAt, invalidates }),
    // The end of the job that it waits for writes its entry.
    line?.last ? null : enqueue(tx, "operations", { jobId: given.id, ...tenantIds }, { group: linkedAccountId }),
  ]);
}

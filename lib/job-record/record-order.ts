import { and, asc, desc, eq, exists, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { sendIn, type Transaction } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { job } from "#lib/db/schema";
import { sendWrites, updateOf, type Write } from "#lib/db/write";
import { entryOf } from "#lib/queue/queue";
import type { ChangedRecord } from "./changed-record.ts";
import { type StoredJob, tenantOf } from "./stored-job.ts";

// Jobs that change the same record form a line, in the order of acceptance: each has the previous job's id in
// `waiting_for`, and no queue entry until that job has ended. A job joins or leaves a line under the line's lock.

/** Returns the key of a record's line, as stored in the job's row. */
export const recordKeyOf = (kind: ChangedRecord<never>["kind"], id: string): string => `${kind}:${id}`;

/**
 * Locks a record's line until the end of the transaction. Taken before any row lock of the line, so that two writers
 * cannot deadlock.
 */
export async function lockRecord(tx: Transaction, linkedAccountId: string, recordKey: string): Promise<void> {
  const text = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
  await sendIn(tx, { name: "lock-record", text, values: [`${linkedAccountId}/${recordKey}`] });
}

/** Unfinished jobs, except those left to a person, which have left the line. */
const inLine = and(
  eq(job.linkedAccountId, sql.placeholder("account")),
  eq(job.recordKey, sql.placeholder("recordKey")),
  inArray(job.status, ["queued", "running"]),
  isNull(job.toReconcile),
);

const lastInLine = prepared((tx) => tx.select({ id: job.id }).from(job).where(inLine).orderBy(desc(job.id)).limit(1));

const requestsInLine = prepared((tx) =>
  tx.select({ request: job.request }).from(job).where(inLine).orderBy(asc(job.id)),
);

const behind = prepared((tx) =>
  tx
    .select({ id: job.id })
    .from(job)
    .where(eq(job.waitingFor, sql.placeholder("id"))),
);

/** A record's locked line, for a job that joins it. */
export interface Line {
  recordKey: string;
  /** Id of the last job in the line, for which the new one waits; null if the line is empty. */
  last: number | null;
}

/** Locks a record's line and returns it with its last job. */
export async function joinLine(tx: Transaction, linkedAccountId: string, recordKey: string): Promise<Line> {
  const [, [last]] = await Promise.all([
    lockRecord(tx, linkedAccountId, recordKey),
    lastInLine(tx).execute({ account: linkedAccountId, recordKey }),
  ]);
  return { recordKey, last: last?.id ?? null };
}

/** Returns the requests of a record's unfinished jobs, in the order in which they will run. */
export async function pendingRequests(
  tx: Transaction,
  linkedAccountId: string,
  recordKey: string,
): Promise<Record<string, unknown>[]> {
  const rows = await requestsInLine(tx).execute({ account: linkedAccountId, recordKey });
  return rows.map(({ request }) => request);
}

/** Returns the id of the job that waits for the given one; null if there is none. Requires the line's lock. */
export async function nextInLine(tx: Transaction, { id, recordKey }: StoredJob): Promise<number | null> {
  if (recordKey === null) return null;
  const [next] = await behind(tx).execute({ id });
  return next?.id ?? null;
}

/**
 * Returns the writes that remove a job, which has ended or is left to a person, from its record's line: the next job
 * moves up, and is queued if it is now first. They are sent under the line's lock.
 */
export function leavingLine(left: StoredJob, next: number | null): Write[] {
  if (next === null) return [];
  const tenant = tenantOf(left);
  const movesUp = updateOf(job, next, { waitingFor: left.waitingFor });
  if (left.waitingFor !== null) return [movesUp];
  return [movesUp, entryOf("operations", { ...tenant, jobId: next }, { group: tenant.linkedAccountId })];
}

/** Removes a job from its record's line in the caller's transaction (see `leavingLine`). */
export const leaveLine = (tx: Transaction, left: StoredJob, next: number | null): Promise<void> =>
  sendWrites(tx, leavingLine(left, next));

const newer = alias(job, "newer");

/** Jobs accepted after the given one that change the same record; cancelled jobs changed nothing. */
const isNewerThan = (older: typeof job | StoredJob) =>
  and(
    eq(newer.linkedAccountId, older.linkedAccountId),
    eq(newer.recordKey, older.recordKey ?? ""),
    gt(newer.id, older.id),
    ne(newer.status, "cancelled"),
  );

/** Returns the newer changes of a job's record with their requests, oldest first. */
export const newerChanges = (tx: Transaction, found: StoredJob) =>
  tx
    .select({ id: newer.id, status: newer.status, request: newer.request, forgottenAt: newer.forgottenAt })
    .from(newer)
    .where(isNewerThan(found))
    .orderBy(asc(newer.id));

/** A column for queries of jobs: whether the job's record has a newer change. */
export const hasNewerChange = (tx: Transaction) =>
  exists(tx.select({ id: newer.id }).from(newer).where(isNewerThan(job))).mapWith(Boolean);

import { and, asc, desc, eq, exists, gt, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { sendIn, type Transaction } from "#lib/db/door";
import { ownOrganization } from "#lib/db/own-organization";
import { prepared } from "#lib/db/prepared";
import { job } from "#lib/db/schema";
import { sendWrites, updateOf, type Write } from "#lib/db/write";
import { entryOf } from "#lib/queue/queue";
import type { ChangedRecord } from "./changed-record.ts";
import { type StoredJob, tenantOf } from "./stored-job.ts";

// Jobs that change the same record form a line, in the order of acceptance, and so do jobs that take or give up time on the same
// day of a provider, and the bookings for a new patient behind the patient's creation. A job may be in several lines: it has the id of the last job before it in any of them in `waiting_for`, and
// no queue entry until that job has ended. A job joins or leaves its lines under their lock, and gets its id under it too: a line is in
// the order of the ids, and two jobs would wait for each other for ever if one with a lesser id joined later.

/** Returns the key of a record's line, as stored in the job's row. */
export const recordKeyOf = (kind: ChangedRecord<never>["kind"], id: string): string => `${kind}:${id}`;

/** Returns the key of a day (YYYY-MM-DD at the account) of a provider. */
export const dayKeyOf = (providerEhrId: string, day: string): string => `${day}:${providerEhrId}`;

/** Returns the key of the line of a patient's creation, by the id that the patient has here from its acceptance on. */
export const creationKeyOf = (patientId: string): string => `new-patient:${patientId}`;

/** The lines of a job. */
export type Lines = Pick<StoredJob, "recordKey" | "dayKeys">;

/** Returns whether a job has a place in a line. */
export const isLined = ({ recordKey, dayKeys }: Lines): boolean => recordKey !== null || dayKeys.length > 0;

const VISIT_LINES = recordKeyOf("appointment", "");

/** Holds a lock of an account's until the end of the transaction. */
export async function lockRecord(tx: Transaction, linkedAccountId: string, lockKey: string): Promise<void> {
  const text = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
  await sendIn(tx, { name: "lock-record", text, values: [`${linkedAccountId}/${lockKey}`] });
}

/**
 * Locks the account's schedule until the end of the transaction: the lines of all visits and days have one lock, as a job may be
 * in several of them, and what is free at a time is judged under it.
 */
export const lockSchedule = (tx: Transaction, linkedAccountId: string): Promise<void> =>
  lockRecord(tx, linkedAccountId, "schedule-lines");

/**
 * Locks the lines of jobs until the end of the transaction. Taken before any row lock of the lines, and in one order, so that two
 * writers cannot deadlock. A visit's line has a lock of its own, too, which processes of the version before know.
 */
export async function lockLines(tx: Transaction, linkedAccountId: string, all: readonly Lines[]): Promise<void> {
  const isScheduled = ({ recordKey, dayKeys }: Lines) => dayKeys.length > 0 || recordKey?.startsWith(VISIT_LINES);
  const records = new Set(all.flatMap(({ recordKey }) => recordKey ?? []));
  await Promise.all([
    all.some(isScheduled) ? lockSchedule(tx, linkedAccountId) : null,
    ...[...records].sort().map((recordKey) => lockRecord(tx, linkedAccountId, recordKey)),
  ]);
}

/** Unfinished jobs, except those left to a person, which have left the line. */
const inLine = and(
  eq(job.linkedAccountId, sql.placeholder("account")),
  inArray(job.status, ["queued", "running"]),
  isNull(job.toReconcile),
);

const ofRecord = and(inLine, eq(job.recordKey, sql.placeholder("recordKey")));

const lastOfRecord = prepared((tx) =>
  tx.select({ id: job.id }).from(job).where(ofRecord).orderBy(desc(job.id)).limit(1),
);

const lastOfDays = prepared((tx) =>
  tx
    .select({ id: job.id })
    .from(job)
    .where(and(inLine, sql`${job.dayKeys} <> '{}'`, sql`${job.dayKeys} && ${sql.placeholder("dayKeys")}::text[]`))
    .orderBy(desc(job.id))
    .limit(1),
);

const requestsInLine = prepared((tx) =>
  tx.select({ request: job.request }).from(job).where(ofRecord).orderBy(asc(job.id)),
);

/** The last unfinished job before a waiting one in a line of it, other than the one that leaves. */
const lastBefore = (inSameLine: SQL) => sql`(
  SELECT max(earlier.id) FROM job AS earlier
  WHERE earlier.organization_id = ${ownOrganization} AND earlier.linked_account_id = ${job.linkedAccountId}
    AND earlier.id < ${job.id} AND earlier.id <> ${sql.placeholder("id")}
    AND earlier.status IN ('queued', 'running') AND earlier.to_reconcile IS NULL AND ${inSameLine})`;

const behind = prepared((tx) =>
  tx
    .select({
      id: job.id,
      waitingFor: sql<string | null>`greatest(
        ${lastBefore(sql`earlier.record_key = ${job.recordKey}`)},
        ${lastBefore(sql`earlier.day_keys <> '{}' AND earlier.day_keys && ${job.dayKeys}`)})`,
    })
    .from(job)
    .where(eq(job.waitingFor, sql.placeholder("id"))),
);

/** Locked lines, for a job that joins them. */
export interface Line extends Lines {
  /** Id of the last job in the lines, for which the new one waits; null if they are empty. */
  last: number | null;
}

/** Returns lines with their last job. Requires their lock. */
async function endOf(tx: Transaction, linkedAccountId: string, lines: Lines): Promise<Line> {
  const { recordKey, dayKeys } = lines;
  const found = await Promise.all([
    recordKey === null ? [] : lastOfRecord(tx).execute({ account: linkedAccountId, recordKey }),
    dayKeys.length === 0 ? [] : lastOfDays(tx).execute({ account: linkedAccountId, dayKeys }),
  ]);
  const ids = found.flat().map(({ id }) => id);
  return { ...lines, last: ids.length === 0 ? null : Math.max(...ids) };
}

/** Locks lines and returns them with their last job. */
export async function joinLines(tx: Transaction, linkedAccountId: string, lines: Lines): Promise<Line> {
  const [, line] = await Promise.all([lockLines(tx, linkedAccountId, [lines]), endOf(tx, linkedAccountId, lines)]);
  return line;
}

/** Locks a record's line and returns it with its last job. */
export const joinLine = (tx: Transaction, linkedAccountId: string, recordKey: string): Promise<Line> =>
  joinLines(tx, linkedAccountId, { recordKey, dayKeys: [] });

/** Returns the requests of a record's unfinished jobs, in the order in which they will run. */
export async function pendingRequests(
  tx: Transaction,
  linkedAccountId: string,
  recordKey: string,
): Promise<Record<string, unknown>[]> {
  const rows = await requestsInLine(tx).execute({ account: linkedAccountId, recordKey });
  return rows.map(({ request }) => request);
}

/** A job that waits for one that leaves its lines. */
export interface Waiter {
  id: number;
  /** For which job it waits then; null if it is first. */
  waitingFor: number | null;
}

/** Returns the jobs that wait for the given one. Requires the lock of its lines. */
export async function nextInLine(tx: Transaction, left: Pick<StoredJob, "id"> & Lines): Promise<Waiter[]> {
  if (!isLined(left)) return [];
  const waiters = await behind(tx).execute({ id: left.id });
  return waiters.map(({ id, waitingFor }) => ({ id, waitingFor: waitingFor === null ? null : Number(waitingFor) }));
}

/**
 * Returns the writes that remove a job, which has ended or is left to a person, from its lines: the next jobs move up, and
 * each is queued that is now first. They are sent under the lines' lock.
 */
export const leavingLine = (left: StoredJob, next: readonly Waiter[]): Write[] =>
  next.flatMap(({ id, waitingFor }) => {
    const tenant = tenantOf(left);
    const movesUp = updateOf(job, id, { waitingFor });
    if (waitingFor !== null) return [movesUp];
    return [movesUp, entryOf("operations", { ...tenant, jobId: id }, { group: tenant.linkedAccountId })];
  });

/** Removes a job from its lines in the caller's transaction (see `leavingLine`). */
export const leaveLine = (tx: Transaction, left: StoredJob, next: readonly Waiter[]): Promise<void> =>
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

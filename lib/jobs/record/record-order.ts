import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { sendIn, type Transaction } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { job } from "#lib/db/schema";
import { enqueue } from "#lib/queue/queue";
import type { ChangedRecord } from "./changed-record.ts";
import { type StoredJob, tenantOf } from "./stored-job.ts";

// Jobs that change one record form a line, in the order of their acceptance: each has the one before it in `waiting_for`
// and no queue entry until that one has ended. A job joins or leaves a line under the lock of the line.

/** How a line is named in a job's row. */
export const recordKeyOf = (kind: ChangedRecord<never>["kind"], id: string): string => `${kind}:${id}`;

/**
 * Locks a record's line until the end of the transaction. Sent before any row of the line is locked, so that two who
 * change it cannot wait for each other.
 */
export async function lockRecord(tx: Transaction, linkedAccountId: string, recordKey: string): Promise<void> {
  const text = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
  await sendIn(tx, { name: "lock-record", text, values: [`${linkedAccountId}/${recordKey}`] });
}

/** Unfinished, and not left to a person: those go out of the line. */
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

/** A record's line, locked, for a job that joins it. */
export interface Line {
  recordKey: string;
  /** The job that the next one begins after; null where none is in its way. */
  last: number | null;
}

/** Locks a record's line and gives who stands last in it. */
export async function joinLine(tx: Transaction, linkedAccountId: string, recordKey: string): Promise<Line> {
  const [, [last]] = await Promise.all([
    lockRecord(tx, linkedAccountId, recordKey),
    lastInLine(tx).execute({ account: linkedAccountId, recordKey }),
  ]);
  return { recordKey, last: last?.id ?? null };
}

/** What the jobs of a record that have not ended ask for, in the order in which they will be done. */
export async function pendingRequests(
  tx: Transaction,
  linkedAccountId: string,
  recordKey: string,
): Promise<Record<string, unknown>[]> {
  const rows = await requestsInLine(tx).execute({ account: linkedAccountId, recordKey });
  return rows.map(({ request }) => request);
}

/** The job that stands behind another one; null where none does. To be asked under the line's lock. */
export async function nextInLine(tx: Transaction, { id, recordKey }: StoredJob): Promise<number | null> {
  if (recordKey === null) return null;
  const [next] = await behind(tx).execute({ id });
  return next?.id ?? null;
}

/**
 * Takes a job out of its record's line, as it has ended or is left to a person: the one behind it moves up, and is queued
 * where nobody stands before it any more. Sends all of it at once, under the line's lock.
 */
export async function leaveLine(tx: Transaction, left: StoredJob, next: number | null): Promise<void> {
  if (next === null) return;
  const tenant = tenantOf(left);
  await Promise.all([
    tx.update(job).set({ waitingFor: left.waitingFor }).where(eq(job.id, next)).execute(),
    left.waitingFor === null
      ? enqueue(tx, "operations", { ...tenant, jobId: next }, { group: tenant.linkedAccountId })
      : null,
  ]);
}

/** Jobs accepted after this one that change the same record, by what they are asked for; those that were cancelled never did. */
export const newerChanges = (tx: Transaction, found: StoredJob) =>
  tx
    .select({ id: job.id, status: job.status, request: job.request, forgottenAt: job.forgottenAt })
    .from(job)
    .where(
      and(
        eq(job.linkedAccountId, found.linkedAccountId),
        eq(job.recordKey, found.recordKey ?? ""),
        gt(job.id, found.id),
        ne(job.status, "cancelled"),
      ),
    )
    .orderBy(asc(job.id));

import { sql } from "drizzle-orm";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { type Environment, environment } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { forgetSignIns } from "#lib/sign-in/sign-in-throttle";
import { sequenceAll } from "#lib/stream/sequence";
import { retentionMetrics } from "./retention-metrics.ts";

const DAY_MS = 86_400_000;
const CHECK_MS = 60_000;
/** Rows that one transaction forgets. */
const BATCH = 500;

/** What was made before a moment, in a table whose ids sort by time. */
const madeBefore = (moment: Date) => `${newId(moment.getTime()).slice(0, 12)}${"0".repeat(20)}`;

interface Kept {
  kind: string;
  setting: keyof Environment & `RETAIN_${string}`;
  /** Forgets up to 500 rows of one account that are older than that, and gives how many they were. */
  forget(tx: Transaction, linkedAccountId: string, before: Date): Promise<number>;
}

const count = async (rows: Promise<{ rowCount: number | null }>): Promise<number> => (await rows).rowCount ?? 0;

/** A delivery that may still be sent keeps its event. */
const UNFINISHED = sql`EXISTS (SELECT FROM delivery d WHERE d.event_id = event.id AND d.status IN ('pending', 'held'))`;

/** Everything that is kept for a time. Jobs keep their row; records and the audit log are not here and stay. */
const KEPT: readonly Kept[] = [
  {
    kind: "job",
    setting: "RETAIN_JOBS_DAYS",
    forget: (tx, account, before) =>
      count(
        tx.execute(sql`
          UPDATE job SET request = '{}', warnings = '{}', result = NULL, callback_urls = '{}', forgotten_at = now()
          WHERE id IN (
            SELECT id FROM job
            WHERE linked_account_id = ${account} AND forgotten_at IS NULL AND finished_at < ${before.toISOString()}
              AND status IN ('completed', 'failed', 'cancelled')
            ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`),
      ),
  },
  {
    kind: "event",
    setting: "RETAIN_EVENTS_DAYS",
    // Its deliveries and their attempts go with it.
    forget: (tx, account, before) =>
      count(
        tx.execute(sql`
          DELETE FROM event WHERE id IN (
            SELECT id FROM event
            WHERE linked_account_id = ${account} AND id < ${madeBefore(before)} AND NOT ${UNFINISHED}
            ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`),
      ),
  },
  {
    kind: "stream_message",
    setting: "RETAIN_EVENTS_DAYS",
    // The oldest alone are looked at: their order is that of the key, and there is no index on their time.
    forget: (tx, account, before) =>
      count(
        tx.execute(sql`
          WITH oldest AS (
            SELECT position, created_at FROM stream_message WHERE linked_account_id = ${account} AND position IS NOT NULL
            ORDER BY position LIMIT ${BATCH})
          DELETE FROM stream_message m USING oldest
          WHERE m.linked_account_id = ${account} AND m.position = oldest.position
            AND oldest.created_at < ${before.toISOString()}`),
      ),
  },
  {
    kind: "receipt",
    setting: "RETAIN_RECEIPTS_DAYS",
    forget: (tx, account, before) =>
      count(
        tx.execute(sql`
          DELETE FROM inbox_receipt WHERE linked_account_id = ${account} AND event_id IN (
            SELECT event_id FROM inbox_receipt
            WHERE linked_account_id = ${account} AND event_id < ${madeBefore(before)}
              AND received_at < ${before.toISOString()}
            ORDER BY event_id LIMIT ${BATCH})`),
      ),
  },
  {
    kind: "exchange",
    setting: "RETAIN_EXCHANGES_DAYS",
    forget: (tx, account, before) =>
      count(
        tx.execute(sql`
          UPDATE delivery_attempt SET exchange = NULL WHERE id IN (
            SELECT id FROM delivery_attempt
            WHERE linked_account_id = ${account} AND id < ${madeBefore(before)} AND exchange IS NOT NULL
            ORDER BY id LIMIT ${BATCH})`),
      ),
  },
  {
    kind: "idempotency_key",
    setting: "RETAIN_IDEMPOTENCY_DAYS",
    forget: (tx, account, before) =>
      count(
        tx.execute(sql`
          DELETE FROM idempotency_key WHERE ctid IN (
            SELECT ctid FROM idempotency_key
            WHERE linked_account_id = ${account} AND created_at < ${before.toISOString()}
            LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`),
      ),
  },
];

/** Claims this hour's turn: true in one of all processes. One that dies in it leaves the rest to the next hour. */
async function claimTurn(): Promise<boolean> {
  const rows = await withoutTenant(sql`
    INSERT INTO periodic_task (name, began_at) VALUES ('retention', now())
    ON CONFLICT (name) DO UPDATE SET began_at = now() WHERE periodic_task.began_at <= now() - interval '1 hour'
    RETURNING name`);
  return rows.length > 0;
}

/**
 * Forgets everything of all tenants that is older than the operator keeps it, batch by batch, until nothing is left or
 * `stopping` is aborted. Gives the rows by kind. What has not ended is passed over.
 */
export async function forgetWhatIsOld(now: Date, stopping?: AbortSignal): Promise<Record<string, number>> {
  const env = environment();
  const { forgotten, finished } = retentionMetrics();
  const totals: Record<string, number> = {};
  const accounts = await withoutTenant<{ organization_id: string; linked_account_id: string }>(sql`
    SELECT replace(organization_id::text, '-', '') AS organization_id,
      replace(linked_account_id::text, '-', '') AS linked_account_id
    FROM list_linked_accounts()`);
  for (const { organization_id: organizationId, linked_account_id: linkedAccountId } of accounts) {
    // Of an account without readers too: its next one then finds little that has no position yet.
    if (!stopping?.aborted) await sequenceAll({ organizationId, linkedAccountId });
    for (const { kind, setting, forget } of KEPT) {
      const days = env[setting];
      if (days === 0) continue;
      const before = new Date(now.getTime() - days * DAY_MS);
      for (let rows = BATCH; rows === BATCH && !stopping?.aborted; ) {
        rows = await withTenant({ organizationId, linkedAccountId }, (tx) => forget(tx, linkedAccountId, before));
        totals[kind] = (totals[kind] ?? 0) + rows;
        forgotten.inc({ kind }, rows);
      }
    }
  }
  await forgetSignIns();
  finished.set(Math.floor(Date.now() / 1_000));
  return totals;
}

/** Forgets what is old where that is this process's turn: once an hour in one of all processes. A failure is logged. */
export async function forgetWhenDue(stopping?: AbortSignal): Promise<void> {
  const since = Date.now();
  try {
    if (!(await claimTurn())) return;
    const totals = await forgetWhatIsOld(new Date(), stopping);
    const sum = Object.values(totals).reduce((all, rows) => all + rows, 0);
    if (sum > 0) logger.info({ count: sum, duration_ms: Date.now() - since }, "forgot what is kept no longer");
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    logger.warn({ error_name: name, code }, "what is kept no longer could not be forgotten");
  }
}

/** Looks now and from then on whether it is time; every process may do so. */
export const forgetForEver = () => repeatedly(CHECK_MS, "what is kept no longer could not be forgotten", forgetWhenDue);

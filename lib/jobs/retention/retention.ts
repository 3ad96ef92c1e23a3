import { type SQL, sql } from "drizzle-orm";
import { clockFault, readClock } from "#lib/db/clock";
import { hexIds } from "#lib/db/hex-id";
import { ownOrganization } from "#lib/db/own-organization";
import { withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { claimRun } from "#lib/jobs/runner/claim-run";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { present } from "#lib/kernel/clock";
import { type Environment, environment } from "#lib/kernel/environment";
import { lowestIdAt } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { forgetClients } from "#lib/oauth/clients";
import { forgetCredentials } from "#lib/oauth/retention";
import { leftOver } from "#lib/resources/documents/received";
import { clientsOf } from "#lib/security/credentials/clients-of";
import { removeRetiredKeys } from "#lib/security/organization-keys/keys";
import { KEPT_DAYS } from "#lib/shift-notes/kept";
import { forgetSignIns } from "#lib/sign-in/sign-in-throttle";
import { sequenceAll } from "#lib/stream/position";
import { retentionMetrics } from "./retention-metrics.ts";

const DAY_MS = 86_400_000;
const CHECK_MS = 60_000;
const HOUR_S = 3_600;
/** No file takes longer to arrive: its parts of before are of a process that has died. */
const LONGEST_UPLOAD_MS = 3_600_000;
/** Maximum rows per transaction. */
const BATCH = 500;

interface Kept {
  kind: string;
  /** The setting of the period in days, or the days themselves where the interface fixes them. */
  days: (keyof Environment & `RETAIN_${string}`) | number;
  /** Returns the statement that deletes up to 500 rows of one account that are older than `before`. */
  forget(linkedAccountId: string, before: Date): SQL;
}

/** An event is kept while one of its deliveries may still be sent. */
const UNFINISHED = sql`EXISTS (SELECT FROM delivery d
  WHERE d.organization_id = ${ownOrganization} AND d.event_id = event.id AND d.status IN ('pending', 'held'))`;

const IDEMPOTENCY_KEYS: Kept = {
  kind: "idempotency_key",
  days: "RETAIN_IDEMPOTENCY_DAYS",
  forget: (account, before) => sql`
      DELETE FROM idempotency_key WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
        AND (actor_key, key) IN (
        SELECT actor_key, key FROM idempotency_key
        WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
          AND created_at < ${before.toISOString()}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
};

/**
 * All data with a retention period. Jobs lose their contents but keep their row; records and the audit log are never
 * deleted.
 */
const KEPT: readonly Kept[] = [
  {
    kind: "job",
    days: "RETAIN_JOBS_DAYS",
    forget: (account, before) => sql`
        UPDATE job SET request = '{}', metadata = '{}', warnings = '{}', result = NULL, conflicts = NULL, callback_urls = '{}',
          forgotten_at = now()
        WHERE organization_id = ${ownOrganization} AND id IN (
          SELECT id FROM job
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account} AND forgotten_at IS NULL
            AND finished_at < ${before.toISOString()}
            AND status IN ('completed', 'failed', 'cancelled')
          ORDER BY finished_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  },
  {
    kind: "event",
    days: "RETAIN_EVENTS_DAYS",
    // Deletes the event's deliveries and their attempts as well (cascade).
    forget: (account, before) => sql`
        DELETE FROM event WHERE organization_id = ${ownOrganization} AND id IN (
          SELECT id FROM event
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
            AND id < ${lowestIdAt(before)} AND NOT ${UNFINISHED}
          ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  },
  {
    kind: "stream_message",
    days: "RETAIN_EVENTS_DAYS",
    // Reads the oldest messages by key only: their time has no index, and the key has the same order.
    forget: (account, before) => sql`
        WITH oldest AS (
          SELECT position, created_at FROM stream_message WHERE organization_id = ${ownOrganization}
            AND linked_account_id = ${account} AND position IS NOT NULL
          ORDER BY position LIMIT ${BATCH})
        DELETE FROM stream_message m USING oldest
        WHERE m.organization_id = ${ownOrganization} AND m.linked_account_id = ${account}
          AND m.position = oldest.position
          AND oldest.created_at < ${before.toISOString()}`,
  },
  {
    kind: "receipt",
    days: "RETAIN_RECEIPTS_DAYS",
    forget: (account, before) => sql`
        DELETE FROM inbox_receipt WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
          AND event_id IN (
          SELECT event_id FROM inbox_receipt
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
            AND event_id < ${lowestIdAt(before)}
            AND received_at < ${before.toISOString()}
          ORDER BY event_id LIMIT ${BATCH})`,
  },
  {
    kind: "exchange",
    days: "RETAIN_EXCHANGES_DAYS",
    forget: (account, before) => sql`
        UPDATE delivery_attempt SET exchange = NULL WHERE organization_id = ${ownOrganization} AND id IN (
          SELECT id FROM delivery_attempt
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
            AND id < ${lowestIdAt(before)} AND exchange IS NOT NULL
          ORDER BY id LIMIT ${BATCH})`,
  },
  {
    kind: "callback",
    days: "RETAIN_EVENTS_DAYS",
    // The callback of an unfinished job stays open: its event ends the job however late it arrives.
    forget: (account, before) => sql`
        WITH old AS (
          DELETE FROM passed_on WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
            AND job_id IN (
            SELECT p.job_id FROM passed_on p
            WHERE p.organization_id = ${ownOrganization} AND p.linked_account_id = ${account}
              AND p.due_at < ${before.toISOString()} AND NOT EXISTS (
              SELECT FROM job j
              WHERE j.organization_id = ${ownOrganization} AND j.id = p.job_id AND j.status IN ('queued', 'running'))
            LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
          RETURNING callback_hash),
        struck AS (
          DELETE FROM directory USING old
          WHERE directory.organization_id = ${ownOrganization} AND directory.kind = 'callback'
            AND directory.key = old.callback_hash)
        SELECT FROM old`,
  },
  {
    kind: "emr_event",
    days: "RETAIN_EVENTS_DAYS",
    forget: (account, before) => sql`
        DELETE FROM emr_event_taken WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
          AND event_id IN (
          SELECT event_id FROM emr_event_taken
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
            AND taken_at < ${before.toISOString()}
          ORDER BY taken_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  },
  IDEMPOTENCY_KEYS,
  {
    kind: "draft",
    days: "RETAIN_DRAFTS_DAYS",
    forget: (account, before) => sql`
        DELETE FROM draft WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account} AND id IN (
          SELECT id FROM draft
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
            AND created_at < ${before.toISOString()}
          ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
  },
  {
    kind: "shift_note",
    days: KEPT_DAYS,
    forget: (account, before) => sql`
        DELETE FROM shift_note WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account} AND id IN (
          SELECT id FROM shift_note
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account}
            AND created_at < ${before.toISOString()}
          ORDER BY created_at LIMIT ${BATCH})`,
  },
  {
    kind: "change",
    days: "RETAIN_CHANGES_DAYS",
    // Reads the oldest entries by key only: their time has no index, and the key has the same order.
    forget: (account, before) => sql`
        WITH oldest AS (
          SELECT position, at FROM record_change WHERE organization_id = ${ownOrganization}
            AND linked_account_id = ${account}
          ORDER BY position LIMIT ${BATCH}),
        old AS (
          DELETE FROM record_change c USING oldest
          WHERE c.organization_id = ${ownOrganization} AND c.linked_account_id = ${account}
            AND c.position = oldest.position
            AND oldest.at < ${before.toISOString()}
          RETURNING c.position),
        noted AS (
          UPDATE change_head SET kept_from = greatest(kept_from, (SELECT max(position) FROM old))
          WHERE organization_id = ${ownOrganization} AND linked_account_id = ${account} AND EXISTS (SELECT FROM old))
        SELECT FROM old`,
  },
];

/**
 * Deletes all tenants' data that is past its retention period, in batches, until nothing is left or `stopping` is
 * aborted. Returns the number of rows by kind. Unfinished work is kept.
 */
export async function applyRetention(now: Date, stopping?: AbortSignal): Promise<Record<string, number>> {
  const env = environment();
  const { forgotten, finished } = retentionMetrics();
  const totals: Record<string, number> = {};
  const forgetOf = async (tenant: AccountTenant, { kind, days: period, forget }: Kept) => {
    const days = typeof period === "number" ? period : env[period];
    if (days === 0) return;
    const before = new Date(now.getTime() - days * DAY_MS);
    for (let rows = BATCH; rows === BATCH && !stopping?.aborted; ) {
      const statement = forget(tenant.linkedAccountId, before);
      const { rowCount } = await withTenant(tenant, (tx) => tx.execute(statement));
      rows = rowCount ?? 0;
      totals[kind] = (totals[kind] ?? 0) + rows;
      forgotten.inc({ kind }, rows);
    }
  };
  const accounts = await withoutTenant<{ organization_id: string; linked_account_id: string }>(sql`
    SELECT ${hexIds("organization_id", "linked_account_id")} FROM list_linked_accounts()`);
  for (const { organization_id: organizationId, linked_account_id: linkedAccountId } of accounts) {
    // Also for accounts without readers: their next reader then finds few messages without a position.
    if (!stopping?.aborted) await sequenceAll({ organizationId, linkedAccountId });
    const leftBefore = new Date(now.getTime() - LONGEST_UPLOAD_MS);
    await withTenant({ organizationId, linkedAccountId }, (tx) => tx.execute(leftOver(linkedAccountId, leftBefore)));
    for (const kept of KEPT) await forgetOf({ organizationId, linkedAccountId }, kept);
  }
  // Also of those without accounts: a partner's API client may link into others alone.
  const organizations = await withoutTenant<{ organization_id: string }>(
    sql`SELECT ${hexIds("organization_id")} FROM list_organizations()`,
  );
  for (const { organization_id: organizationId } of organizations) {
    if (stopping?.aborted) break;
    await removeRetiredKeys(organizationId, now);
    await forgetCredentials(organizationId, now);
    for (const id of await clientsOf(organizationId)) {
      await forgetOf({ organizationId, linkedAccountId: id }, IDEMPOTENCY_KEYS);
    }
    await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx.execute(sql`DELETE FROM connection_probe
        WHERE organization_id = ${ownOrganization} AND expires_at < ${now.toISOString()}`),
    );
  }
  await forgetClients(now);
  await forgetSignIns();
  finished.set(Math.floor(Date.now() / 1_000));
  return totals;
}

/**
 * Runs retention if this process claims the hour's run. Logs failures. A process whose clock differs from the database's
 * deletes nothing: one of the two is wrong, and what is deleted by a wrong clock is lost.
 */
export async function applyRetentionWhenDue(stopping?: AbortSignal): Promise<void> {
  const since = Date.now();
  try {
    await readClock();
    const ahead = clockFault();
    if (ahead !== null) {
      logger.error(
        { kind: ahead > 0 ? "clock_ahead" : "clock_behind" },
        "retention rests: this process's clock is wrong",
      );
      return;
    }
    if (!(await claimRun("retention", HOUR_S))) return;
    const totals = await applyRetention(present(), stopping);
    const sum = Object.values(totals).reduce((all, rows) => all + rows, 0);
    if (sum > 0) logger.info({ count: sum, duration_ms: Date.now() - since }, "deleted data past its retention period");
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    logger.warn({ error_name: name, code }, "retention failed");
  }
}

/** Checks now and periodically whether retention is due; may run in every process. */
export const startRetention = () => repeatedly(CHECK_MS, "retention failed", applyRetentionWhenDue);

import { type SQL, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import type { FaultyRecord, SyncKind } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { isOrdered, type StoredRows, type SyncedKind } from "./synced-kind.ts";

/** Returns the ids of some records that were set aside before a moment, those first that were tried longest ago. */
export async function setAsideBefore(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  kind: SyncKind,
  { before, most }: { before: Date; most: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT ehr_id AS id FROM sync_set_aside WHERE organization_id = ${ownOrganization}
      AND linked_account_id = ${linkedAccountId} AND kind = ${kind}
        AND at < ${before.toISOString()}::timestamptz ORDER BY at, ehr_id LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Takes note that records that are set aside were tried again. */
export async function noteTried(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  kind: SyncKind,
  ehrIds: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`UPDATE sync_set_aside SET at = now() WHERE organization_id = ${ownOrganization}
      AND linked_account_id = ${linkedAccountId} AND kind = ${kind}
        AND ehr_id = ANY (${sql.param([...ehrIds])}::text[])`,
  );
}

/**
 * Sets records aside with the reason. Those that are shown from before say it from now on, unless they have a higher number than
 * `asOf`.
 */
export async function setAside(
  tx: Transaction,
  tenant: AccountTenant,
  { kind, rows }: Pick<SyncedKind, "kind" | "rows">,
  { faulty, asOf }: { faulty: readonly FaultyRecord[]; asOf: number },
): Promise<void> {
  if (faulty.length === 0) return;
  const { organizationId, linkedAccountId } = tenant;
  const reasons = new Map(faulty.map(({ ehrId, reason }) => [ehrId, reason]));
  const aside = sql`unnest(${sql.param([...reasons.keys()])}::text[], ${sql.param([...reasons.values()])}::text[]) AS aside (id, why)`;
  await tx.execute(
    sql`INSERT INTO sync_set_aside (organization_id, linked_account_id, kind, ehr_id, reason)
        SELECT ${organizationId}::uuid, ${linkedAccountId}::uuid, ${kind}::text, id, why FROM ${aside}
        ON CONFLICT (organization_id, linked_account_id, kind, ehr_id)
        DO UPDATE SET reason = excluded.reason, at = excluded.at`,
  );
  if (!rows) return;
  await changeRecords(
    tx,
    tenant,
    rows.table,
    sql`UPDATE ${rows.table} AS stored SET set_aside = aside.why FROM ${aside}
        WHERE stored.organization_id = ${ownOrganization} AND stored.linked_account_id = ${linkedAccountId}
          AND stored.${sql.identifier(rows.key.name)} = aside.id
          AND ${isOrdered(rows) ? sql`stored.as_of <= ${asOf}` : sql`true`}
          AND stored.set_aside IS DISTINCT FROM aside.why
        RETURNING stored.id`,
  );
}

/** Lets records no longer be set aside that meet a condition on `aside`: they were read, or the EMR no longer has them. */
async function takeBack(
  tx: Transaction,
  tenant: AccountTenant,
  { kind, rows }: { kind: SyncKind; rows: StoredRows | null },
  condition: SQL,
): Promise<void> {
  const { linkedAccountId } = tenant;
  const { rows: taken } = await tx.execute<{ id: string }>(
    sql`DELETE FROM sync_set_aside AS aside WHERE aside.organization_id = ${ownOrganization}
      AND aside.linked_account_id = ${linkedAccountId} AND aside.kind = ${kind}
        AND ${condition} RETURNING aside.ehr_id AS id`,
  );
  if (taken.length === 0 || !rows) return;
  await changeRecords(
    tx,
    tenant,
    rows.table,
    sql`UPDATE ${rows.table} AS stored SET set_aside = NULL
        WHERE stored.organization_id = ${ownOrganization} AND stored.linked_account_id = ${linkedAccountId}
          AND stored.set_aside IS NOT NULL
          AND stored.${sql.identifier(rows.key.name)} = ANY (${sql.param(taken.map(({ id }) => id))}::text[])
        RETURNING stored.id`,
  );
}

/** Lets these records no longer be set aside, unless they were after `since`. */
export const takeBackRead = (
  tx: Transaction,
  tenant: AccountTenant,
  synced: { kind: SyncKind; rows: StoredRows | null },
  ehrIds: readonly string[],
  since?: Date,
): Promise<void> =>
  takeBack(
    tx,
    tenant,
    synced,
    sql`aside.ehr_id = ANY (${sql.param([...ehrIds])}::text[])
      AND ${since ? sql`aside.at <= ${since.toISOString()}::timestamptz` : sql`true`}`,
  );

/**
 * Takes note of the records that a job read beside the syncs: those that it read whole are no longer set aside, unless a sync
 * that came after `since` set them aside; those that are faulty are.
 */
export async function noteJobRead(
  tx: Transaction,
  tenant: AccountTenant,
  synced: { kind: SyncKind; rows: StoredRows | null },
  {
    ehrIds,
    faulty,
    asOf,
    since,
  }: { ehrIds: readonly string[]; faulty: readonly FaultyRecord[]; asOf: number; since: Date },
): Promise<void> {
  const unread = new Set(faulty.map(({ ehrId }) => ehrId));
  const whole = ehrIds.filter((id) => !unread.has(id));
  await takeBackRead(tx, tenant, synced, whole, since);
  await setAside(tx, tenant, synced, { faulty, asOf });
}

/** Lets the records no longer be set aside that a reading of all ids did not return. */
export const takeBackUnseen = (
  tx: Transaction,
  tenant: AccountTenant,
  synced: { kind: SyncKind; rows: StoredRows | null },
): Promise<void> =>
  takeBack(
    tx,
    tenant,
    synced,
    sql`NOT EXISTS (SELECT FROM sync_seen AS seen WHERE seen.organization_id = ${ownOrganization}
          AND seen.linked_account_id = aside.linked_account_id AND seen.kind = aside.kind AND seen.ehr_id = aside.ehr_id)`,
  );

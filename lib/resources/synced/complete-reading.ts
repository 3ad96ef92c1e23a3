import { and, eq, type SQL, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { changeRecords } from "#lib/db/record-versions";
import { syncKind, syncSeen } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { stateOf } from "#lib/definitions/kind-state";
import type { SyncKind } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { type Answer, mayRemove } from "./held.ts";
import { takeBackUnseen } from "./set-aside.ts";
import { isOrdered, type StoredRows, type SyncedKind } from "./synced-kind.ts";

export type SyncKindRow = typeof syncKind.$inferSelect;

/** Condition for the row of a kind. */
export const rowOf = ({ linkedAccountId }: AccountTenant, kind: SyncKind) =>
  and(eq(syncKind.linkedAccountId, linkedAccountId), eq(syncKind.kind, kind));

/** A reading of a kind with stored rows. */
export interface Reading {
  kind: SyncKind;
  rows: StoredRows;
  /** Order number of the beginning of the reading: records that changed after it are neither counted nor removed. */
  asOf: number;
}

/** Condition for the rows, as `stored`, that a reading may remove. */
export const removable = ({ linkedAccountId }: AccountTenant, { rows, asOf }: Reading): SQL =>
  sql`stored.organization_id = ${ownOrganization} AND stored.linked_account_id = ${linkedAccountId}
    AND stored.${sql.identifier(rows.key.name)} IS NOT NULL
      AND ${isOrdered(rows) ? sql`stored.as_of <= ${asOf}` : sql`true`} AND ${rows.removable ?? sql`true`}`;

/** Condition for the rows, as `stored`, that a reading has not returned so far. */
export const unseen = ({ kind, rows }: Reading): SQL =>
  sql`NOT EXISTS (SELECT FROM sync_seen AS seen WHERE seen.organization_id = ${ownOrganization}
        AND seen.linked_account_id = stored.linked_account_id AND seen.kind = ${kind}
        AND seen.ehr_id = stored.${sql.identifier(rows.key.name)})`;

/** Returns the ids of some stored records that a reading may remove because it did not return them. */
export async function unseenIds(
  tx: Transaction,
  tenant: AccountTenant,
  reading: Reading,
  most: number,
): Promise<string[]> {
  const key = sql`stored.${sql.identifier(reading.rows.key.name)}`;
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT ${key} AS id FROM ${reading.rows.table} AS stored
        WHERE ${removable(tenant, reading)} AND ${unseen(reading)} ORDER BY 1 LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Counts the stored records that a reading may remove, and those of them that it returned. */
export async function countAnswer(tx: Transaction, tenant: AccountTenant, reading: Reading): Promise<Answer> {
  const { rows } = await tx.execute<{ stored: string; unseen: string }>(
    sql`SELECT count(*) AS stored, count(*) FILTER (WHERE ${unseen(reading)}) AS unseen
        FROM ${reading.rows.table} AS stored WHERE ${removable(tenant, reading)}`,
  );
  const stored = Number(rows[0]?.stored);
  return { stored, seen: stored - Number(rows[0]?.unseen) };
}

async function removeUnseen(tx: Transaction, tenant: AccountTenant, reading: Reading): Promise<void> {
  await changeRecords(
    tx,
    tenant,
    reading.rows.table,
    sql`DELETE FROM ${reading.rows.table} AS stored WHERE ${removable(tenant, reading)} AND ${unseen(reading)} RETURNING stored.id`,
  );
}

/** Forgets which records the present reading of a kind has returned. */
export async function clearSeen(tx: Transaction, { linkedAccountId }: AccountTenant, kind: SyncKind): Promise<void> {
  await tx.delete(syncSeen).where(and(eq(syncSeen.linkedAccountId, linkedAccountId), eq(syncSeen.kind, kind)));
}

/** Sentence for a held answer. */
const heldReason = ({ stored, seen }: Answer): string =>
  `The EMR returned ${seen} of the ${stored} stored records; nothing was removed`;

/** Returns the numbers of a short answer whose records stay; null after removing the records that the reading did not return. */
async function remove(
  tx: Transaction,
  tenant: AccountTenant,
  reading: Reading,
  accepted: Answer | null,
): Promise<Answer | null> {
  const answer = await countAnswer(tx, tenant, reading);
  if (!mayRemove(answer, accepted)) return answer;
  if (answer.seen < answer.stored) await removeUnseen(tx, tenant, reading);
  // Records that were set aside in an earlier reading, and that the EMR no longer has.
  await takeBackUnseen(tx, tenant, reading);
  return null;
}

/**
 * Ends a kind's reading in the caller's transaction. With `removes`, the reading returned all ids: stored records that
 * it lacks are removed, unless they are suspiciously many; then nothing is removed, and the kind is held until a person
 * accepts it. A kind that was degraded or held keeps that status until its run has published the recovery. A reading that
 * is `doubtful`, since it may not have been whole, removes nothing and makes nothing fresh. One of the `changesAlone` counts as no
 * sync's.
 */
export async function completeReading(
  tx: Transaction,
  tenant: AccountTenant,
  synced: SyncedKind,
  row: SyncKindRow,
  {
    removes: mayRemove,
    held: heldLists = null,
    doubtful = false,
    changesAlone = false,
  }: { removes: boolean; held?: Answer | null; doubtful?: boolean; changesAlone?: boolean },
): Promise<Answer | null> {
  const removes = mayRemove && !doubtful;
  const { kind, rows } = synced;
  const accepted = row.acceptHeld ? row.held : null;
  const held =
    heldLists ?? (removes && rows ? await remove(tx, tenant, { kind, rows, asOf: row.asOf ?? 0 }, accepted) : null);
  if (removes && !held) await synced.afterWholeReading?.(tx, tenant);
  if (removes) await clearSeen(tx, tenant, kind);
  const now = present();
  const isBad = row.status === "degraded" || row.status === "held";
  const status = isBad ? row.status : held || doubtful ? "running" : "fresh";
  await tx
    .update(syncKind)
    .set({
      reading: false,
      cursor: null,
      failures: 0,
      held,
      acceptHeld: false,
      anewSince: sql`nullif(greatest(${syncKind.anewSince}, ${row.asOf ?? 0}), ${row.asOf ?? 0})`,
      pageAt: now,
      changesAt: changesAlone ? now : null,
      ...stateOf(status, row.reason),
      ...(held ? { reason: heldReason(held) } : {}),
      ...(held || doubtful ? {} : { syncedAt: now, ...(removes ? { sweptAt: now } : {}) }),
      setAside: sql`(SELECT count(*) FROM sync_set_aside AS aside
        WHERE aside.organization_id = ${ownOrganization} AND aside.linked_account_id = ${tenant.linkedAccountId}
          AND aside.kind = ${kind})`,
    })
    .where(rowOf(tenant, kind));
  return held;
}

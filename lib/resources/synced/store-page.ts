import { sql } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import { EmrError, type FaultyRecord, type SyncedRecords, type SyncKind } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import type { Answer } from "./held.ts";
import { isolate } from "./isolate.ts";
import { isOrdered, type SyncContext, type SyncedKind } from "./synced-kind.ts";

interface Page<Kind extends SyncKind> {
  records: SyncedRecords[Kind][];
  faulty: FaultyRecord[];
  deleted: string[];
}

interface Storing {
  /** Order number of the page, drawn before it was read. */
  asOf: number;
  /** True if the page belongs to a reading of all records, which removes the records that it does not return. */
  whole: boolean;
  context: SyncContext;
}

/** Numbers of a stored page. */
export interface StoredPage {
  created: number;
  updated: number;
  /** Records of the page; for a reading of all records only those that it had not returned before. */
  rows: number;
  setAside: number;
  /** Numbers of a list of the settings that was suddenly short; null otherwise. */
  held: Answer | null;
}

const MAX_ID = 512;

const isId = (id: unknown): id is string =>
  typeof id === "string" && id !== "" && id.length <= MAX_ID && isStorable(id);

/** Returns the records by their ids, the last of several with one id, and as faulty those without an id. */
function byId<Kind extends SyncKind>(synced: SyncedKind<Kind>, records: SyncedRecords[Kind][]) {
  const found = new Map<string, SyncedRecords[Kind]>();
  const faulty: FaultyRecord[] = [];
  for (const [index, record] of records.entries()) {
    const id: unknown = synced.idOf(record);
    if (isId(id)) found.set(id, record);
    else faulty.push({ ehrId: `record ${index + 1} of a page`, reason: "The record has no valid id" });
  }
  return { found, faulty };
}

/** Notes the ids that a reading returned. Returns the number of those that it had not returned before. */
export async function noteSeen(tx: Transaction, tenant: AccountTenant, kind: SyncKind, ids: string[]): Promise<number> {
  const { organizationId, linkedAccountId } = tenant;
  const { rowCount } = await tx.execute(
    sql`INSERT INTO sync_seen (organization_id, linked_account_id, kind, ehr_id)
        SELECT ${organizationId}, ${linkedAccountId}, ${kind}, id FROM unnest(${sql.param(ids)}::text[]) AS id
        ON CONFLICT DO NOTHING`,
  );
  return rowCount ?? 0;
}

async function noteSetAside(tx: Transaction, tenant: AccountTenant, kind: SyncKind, faulty: FaultyRecord[]) {
  if (faulty.length === 0) return;
  const { organizationId, linkedAccountId } = tenant;
  const records = [...new Map(faulty.map((each) => [each.ehrId, each])).values()];
  await tx.execute(
    sql`INSERT INTO sync_set_aside (organization_id, linked_account_id, kind, ehr_id, reason)
        SELECT ${organizationId}, ${linkedAccountId}, ${kind}, id, why
        FROM unnest(${sql.param(records.map(({ ehrId }) => ehrId))}::text[],
          ${sql.param(records.map(({ reason }) => reason))}::text[]) AS aside (id, why)
        ON CONFLICT (organization_id, linked_account_id, kind, ehr_id)
        DO UPDATE SET reason = excluded.reason, at = now()`,
  );
}

/** Removes the records that the EMR says it has deleted. */
async function removeDeleted<Kind extends SyncKind>(
  tx: Transaction,
  tenant: AccountTenant,
  { rows }: SyncedKind<Kind>,
  { ids, asOf }: { ids: string[]; asOf: number },
) {
  if (ids.length === 0 || !rows) return;
  await changeRecords(
    tx,
    tenant,
    rows.table,
    sql`DELETE FROM ${rows.table} WHERE linked_account_id = ${tenant.linkedAccountId}
        AND ${sql.identifier(rows.key.name)} = ANY (${sql.param(ids)}::text[])
        AND ${isOrdered(rows) ? sql`as_of <= ${asOf}` : sql`true`}
        RETURNING 1`,
  );
}

/**
 * Stores a page's records in the caller's transaction, and sets aside those that cannot be stored, with the reason. A
 * record that was set aside before is no longer once it is stored. Throws an EmrError for settings that cannot be stored.
 */
export async function storePage<Kind extends SyncKind>(
  tx: Transaction,
  tenant: AccountTenant,
  synced: SyncedKind<Kind>,
  page: Page<Kind>,
  { asOf, whole, context }: Storing,
): Promise<StoredPage> {
  const { found, faulty } = byId(synced, page.records);
  const { results, refused } = await isolate(tx, [...found.values()], (records) =>
    synced.store(tx, tenant, { records, asOf }, context),
  );
  // The settings are one record: without it the account has none.
  if (!synced.rows && refused[0])
    throw new EmrError("validation", `The ${synced.kind} cannot be stored: ${refused[0].reason}`);
  const unread = page.faulty.map((each, index) =>
    isId(each.ehrId) && isStorable(each.reason)
      ? each
      : { ehrId: `record ${index + 1} of a page`, reason: "The record could not be read" },
  );
  const aside = [...unread, ...faulty, ...refused.map(({ item, reason }) => ({ ehrId: synced.idOf(item), reason }))];
  const asideIds = new Set(aside.map(({ ehrId }) => ehrId));
  const deleted = page.deleted.filter(isId);
  const well = [...found.keys(), ...deleted].filter((id) => !asideIds.has(id));
  await removeDeleted(tx, tenant, synced, { ids: deleted, asOf });
  await tx.execute(
    sql`DELETE FROM sync_set_aside WHERE linked_account_id = ${tenant.linkedAccountId} AND kind = ${synced.kind}
        AND ehr_id = ANY (${sql.param(well)}::text[])`,
  );
  await noteSetAside(tx, tenant, synced.kind, aside);
  const fresh = whole ? await noteSeen(tx, tenant, synced.kind, [...found.keys(), ...asideIds]) : found.size;
  const sum = (count: "created" | "updated") => results.reduce((all, result) => all + result[count], 0);
  return {
    created: sum("created"),
    updated: sum("updated"),
    rows: fresh,
    setAside: aside.length,
    held: results.find(({ held }) => held)?.held ?? null,
  };
}

import { sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import { EmrError, type FaultyRecord, type RecordPage, type SyncedRecords, type SyncKind } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import type { Answer } from "./held.ts";
import { isolate } from "./isolate.ts";
import { storedParts } from "./parts.ts";
import { setAside, takeBackRead } from "./set-aside.ts";
import { isOrdered, type SyncContext, type SyncedKind } from "./synced-kind.ts";

type Page<Kind extends SyncKind> = Pick<RecordPage<Kind>, "records" | "faulty" | "deleted" | "mayHaveParts">;

interface Storing {
  /** Order number of the page, drawn before it was read. */
  asOf: number;
  /** True if the page belongs to a reading of all records, which removes the records that it does not return. */
  whole: boolean;
  /** Of a reading beside the syncs: the time before it. What a sync has set aside since stays so. */
  since?: Date;
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
        SELECT ${organizationId}::uuid, ${linkedAccountId}::uuid, ${kind}::text, id FROM unnest(${sql.param(ids)}::text[]) AS id
        ON CONFLICT DO NOTHING`,
  );
  return rowCount ?? 0;
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
    sql`DELETE FROM ${rows.table} WHERE organization_id = ${ownOrganization}
      AND linked_account_id = ${tenant.linkedAccountId}
        AND ${sql.identifier(rows.key.name)} = ANY (${sql.param(ids)}::text[])
        AND ${isOrdered(rows) ? sql`as_of <= ${asOf}` : sql`true`}
        RETURNING id`,
  );
}

/** Returns the stored parts of records that a page does not name: those of faulty records are faulty, too, others are gone. */
async function otherParts<Kind extends SyncKind>(
  tx: Transaction,
  tenant: AccountTenant,
  { rows }: SyncedKind<Kind>,
  { whole, aside, found }: { whole?: string[] | undefined; aside: FaultyRecord[]; found: ReadonlyMap<string, unknown> },
): Promise<{ faulty: FaultyRecord[]; gone: string[] }> {
  const faulty: FaultyRecord[] = [];
  const gone: string[] = [];
  if (!rows || !whole) return { faulty, gone };
  const byWhole = new Map(aside.map((each) => [each.ehrId, each]));
  for (const stored of await storedParts(tx, tenant, rows, whole)) {
    const because = byWhole.get(stored.whole);
    if (because) faulty.push({ ...because, ehrId: stored.part });
    else if (!found.has(stored.part) && !byWhole.has(stored.part)) gone.push(stored.part);
  }
  return { faulty, gone };
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
  { asOf, whole, since, context }: Storing,
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
  const aside: FaultyRecord[] = [
    ...unread,
    ...faulty,
    ...refused.map(({ item, reason }) => ({ ehrId: synced.idOf(item), reason, known: synced.knownOf?.(item) ?? {} })),
  ];
  const parts = await otherParts(tx, tenant, synced, { whole: page.mayHaveParts, aside, found });
  aside.push(...parts.faulty);
  const gone = [...page.deleted.filter(isId), ...parts.gone];
  const asideIds = new Set(aside.map(({ ehrId }) => ehrId));
  const well = [...found.keys(), ...gone].filter((id) => !asideIds.has(id));
  await removeDeleted(tx, tenant, synced, { ids: gone, asOf });
  await takeBackRead(tx, tenant, synced, well, since);
  const known = aside.filter((each) => each.known);
  // What is still readable may itself be a value that cannot be stored.
  await isolate(tx, known, async (faulty) => synced.follow?.(tx, tenant, { faulty, asOf }));
  await setAside(tx, tenant, synced, { faulty: aside, asOf });
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

import type { IdPage, KindSupport, PageStart, RecordPage, SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { KIND_STATEMENTS } from "./kind-statements.ts";
import { readSettings } from "./practice-settings.ts";
import { rowsOf } from "./query.ts";

const PAGE_ROWS = 500;

/** The simulator keeps no time of change, so every reading returns all records. */
const WHOLE: KindSupport = { read: "whole", ids: true, reason: null };

export const SANDBOX_READS = Object.fromEntries(SYNC_KINDS.map((kind) => [kind, WHOLE])) as Record<
  SyncKind,
  KindSupport
>;

const THE_SETTINGS = "settings";

/** Returns the records after the cursor, which is the id of the last record of the page before, in order of their ids. */
export async function readPage<Kind extends SyncKind>(
  practiceId: string,
  { kind, cursor }: Pick<PageStart, "cursor"> & { kind: Kind },
): Promise<RecordPage<Kind>> {
  const whole = { faulty: [], deleted: [], since: null };
  if (kind === THE_SETTINGS) {
    return { ...whole, records: [await readSettings(practiceId)], next: null, total: 1 } as unknown as RecordPage<Kind>;
  }
  const { select, key } = KIND_STATEMENTS[kind as Exclude<SyncKind, "settings">];
  const records = await rowsOf<Record<string, string>>(
    `SELECT * FROM (${select}) AS found WHERE $2::text IS NULL OR found."${key}" > $2
     ORDER BY found."${key}" LIMIT ${PAGE_ROWS}`,
    practiceId,
    cursor,
  );
  const last = records.length === PAGE_ROWS ? records.at(-1) : undefined;
  return { ...whole, records, next: last?.[key] ?? null, total: null } as unknown as RecordPage<Kind>;
}

/** Returns the ids of a kind after the cursor, in their order. */
export async function readIds(
  practiceId: string,
  { kind, cursor }: { kind: SyncKind; cursor: string | null },
): Promise<IdPage> {
  if (kind === THE_SETTINGS) return { ehrIds: [practiceId], next: null, total: 1 };
  const { select, key } = KIND_STATEMENTS[kind];
  const rows = await rowsOf<{ id: string }>(
    `SELECT found."${key}" AS id FROM (${select}) AS found WHERE $2::text IS NULL OR found."${key}" > $2
     ORDER BY found."${key}" LIMIT ${PAGE_ROWS}`,
    practiceId,
    cursor,
  );
  const ehrIds = rows.map(({ id }) => id);
  return { ehrIds, next: ehrIds.length === PAGE_ROWS ? (ehrIds.at(-1) ?? null) : null, total: null };
}

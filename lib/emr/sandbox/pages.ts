import type { IdPage, KindSupport, PageStart, RecordPage, SyncedRecords, SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { KIND_STATEMENTS, type KindStatement } from "./kind-statements.ts";
import { readSettings } from "./practice-settings.ts";
import { rowsOf } from "./query.ts";

/** The simulator keeps no time of change, so every reading returns all records. */
const WHOLE: KindSupport = { read: "whole", ids: true, reason: null };

export const SANDBOX_READS = Object.fromEntries(SYNC_KINDS.map((kind) => [kind, WHOLE])) as Record<
  SyncKind,
  KindSupport
>;

const THE_SETTINGS = "settings";

interface Wanted extends Pick<PageStart, "cursor"> {
  /** Maximum number of records. */
  most: number;
}

/** Returns the number of all records on the first page, which makes it known to the reading; null on later ones. */
async function totalOf(practiceId: string, { table }: KindStatement, cursor: string | null): Promise<number | null> {
  if (cursor !== null) return null;
  const [counted] = await rowsOf<{ total: number }>(
    `SELECT count(*)::integer AS total FROM sandbox.${table} WHERE practice_id = $1`,
    practiceId,
  );
  return counted?.total ?? null;
}

/** Returns the columns of the records after the cursor, in order of their ids; reads one more, which shows the end. */
const rowsAfter = <Row>(
  practiceId: string,
  { select, key }: KindStatement,
  { cursor, most, columns }: Wanted & { columns: string },
) =>
  rowsOf<Row & Record<string, string>>(
    `SELECT ${columns} FROM (${select}) AS found WHERE $2::text IS NULL OR found."${key}" > $2
     ORDER BY found."${key}" LIMIT $3`,
    practiceId,
    cursor,
    most + 1,
  );

/** Returns the first `most` rows and, if there are more, the cursor of the next page: the last id of this one. */
function pageOf<Row extends Record<string, string>>(rows: Row[], key: string, most: number) {
  const page = rows.slice(0, most);
  return { page, next: rows.length > most ? (page.at(-1)?.[key] ?? null) : null };
}

/** Returns the records after the cursor, which is the id of the last record of the page before, in order of their ids. */
export async function readPage<Kind extends SyncKind>(
  practiceId: string,
  { kind, cursor, most }: Wanted & { kind: Kind },
): Promise<RecordPage<Kind>> {
  const whole = { faulty: [], deleted: [], since: null };
  if (kind === THE_SETTINGS) {
    const page: RecordPage = { ...whole, records: [await readSettings(practiceId)], next: null, total: 1 };
    // TypeScript does not narrow `Kind` by the comparison above.
    return page as RecordPage<Kind>;
  }
  const statement = KIND_STATEMENTS[kind as Exclude<SyncKind, "settings">];
  const [total, rows] = await Promise.all([
    totalOf(practiceId, statement, cursor),
    rowsAfter<SyncedRecords[Kind]>(practiceId, statement, { cursor, most, columns: "*" }),
  ]);
  const { page, next } = pageOf(rows, statement.key, most);
  return { ...whole, records: page, next, total };
}

/** Returns the ids of a kind after the cursor, in their order. */
export async function readIds(
  practiceId: string,
  { kind, cursor, most }: Wanted & { kind: SyncKind },
): Promise<IdPage> {
  if (kind === THE_SETTINGS) return { ehrIds: [practiceId], next: null, total: 1 };
  const statement = KIND_STATEMENTS[kind];
  const [total, rows] = await Promise.all([
    totalOf(practiceId, statement, cursor),
    rowsAfter(practiceId, statement, { cursor, most, columns: `found."${statement.key}" AS id` }),
  ]);
  const { page, next } = pageOf(rows, "id", most);
  return { ehrIds: page.map(({ id = "" }) => id), next, total };
}

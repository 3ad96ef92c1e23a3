import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { become, commitNext, hasToDo, nameWitness, sendIn, type Transaction } from "./door.ts";
import type { WrittenRow } from "./last-commit.ts";
import { ownOrganization } from "./own-organization.ts";

/**
 * One row to write, as data: rows of one statement, of whichever jobs or requests, are sent as one statement. A list of
 * writes is sent whole and at once, so that no `await` can come between two of them, or before the commit.
 */
export interface Write {
  /** SQL whose first parameter is the JSON array of all its rows. */
  statement: string;
  /** Values of its other parameters, the same for all of its rows. */
  values?: readonly unknown[];
  /** Another organization, which the statement is of: it sees that one's rows alone. */
  organizationId?: string;
  /** The row, or a function that is called once, when the row is sent. */
  row: object | ((tx: Transaction) => object);
  /** Called with the returned row that has the `id` of this one; undefined if there is none. */
  returned?: (row: Record<string, unknown> | undefined) => void;
  /** The row that shows later whether the commit is still there. */
  witness?: WrittenRow;
  /** Called as the row is sent. A list with such a row does not leave with the commit: what is noted is told before it. */
  sent?: (tx: Transaction) => void;
}

interface Group {
  statement: string;
  organizationId: string | undefined;
  rows: object[];
  values: readonly unknown[];
  awaiting: { id: unknown; returned: NonNullable<Write["returned"]> }[];
}

/** Returns the writes of each kind, by their statement and the organization that it is of. */
function grouped(tx: Transaction, writes: readonly Write[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const { statement, organizationId, values = [], row, returned, sent: noted } of writes) {
    noted?.(tx);
    const key = `${organizationId ?? ""} ${statement}`;
    const group = groups.get(key) ?? { statement, organizationId, rows: [], values, awaiting: [] };
    groups.set(key, group);
    const sent = typeof row === "function" ? row(tx) : row;
    group.rows.push(sent);
    if (returned) group.awaiting.push({ id: (sent as { id?: unknown }).id, returned });
  }
  return groups;
}

/** Sends a statement, as the organization that it is of. */
function sendAs(tx: Transaction, { statement: text, organizationId, rows, values }: Group) {
  const own = organizationId && become(tx, { organizationId, linkedAccountId: null });
  const sent = sendIn(tx, { text, values: [JSON.stringify(rows), ...values] });
  if (own) become(tx, own);
  return sent;
}

async function sendGroup(tx: Transaction, group: Group): Promise<void> {
  const { awaiting } = group;
  const result = await sendAs(tx, group);
  if (awaiting.length === 0) return;
  const byId = new Map(result.rows.map((row) => [row.id, row]));
  for (const { id, returned } of awaiting) returned(byId.get(id));
}

/**
 * Sends rows in the caller's transaction: one statement per kind, in the order in which each kind is first listed. All
 * statements leave in this turn of the event loop.
 */
export async function sendWrites(tx: Transaction, writes: readonly Write[]): Promise<void> {
  const witness = writes.findLast((write) => write.witness)?.witness;
  if (witness) nameWitness(tx, witness);
  await Promise.all([...grouped(tx, writes).values()].map((group) => sendGroup(tx, group)));
}

/**
 * Sends the transaction's last rows and its commit in one packet, unless something is to be done before the commit. Later
 * statements are refused.
 */
export function commitWith(tx: Transaction, writes: readonly Write[]): Promise<void> {
  if (hasToDo(tx) || writes.some(({ sent }) => sent !== undefined)) return sendWrites(tx, writes);
  commitNext(tx);
  return sendWrites(tx, writes);
}

const quoted = (name: string) => `"${name}"`;

/** The SQL of each table's statements, by the columns that they write. */
const texts = new WeakMap<PgTable, Map<string, string>>();

function textOf(table: PgTable, key: string, build: () => string): string {
  const known = texts.get(table) ?? new Map<string, string>();
  texts.set(table, known);
  const text = known.get(key) ?? build();
  known.set(key, text);
  return text;
}

/** Returns a row's columns by their names in PostgreSQL, without undefined values and fields that are no column. */
function namedRow(table: PgTable, row: Record<string, unknown>): Record<string, unknown> {
  const columns = getTableColumns(table);
  const named: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    const column = columns[key];
    if (column && value !== undefined) named[column.name] = value;
  }
  return named;
}

/**
 * Returns the insertion of a row; omitted and undefined columns get their default. It returns something of each row: without that,
 * Citus would send the rows to their node by COPY, which row-level security refuses.
 */
export function insertInto<Table extends PgTable>(table: Table, row: Table["$inferInsert"], returning = "1"): Write {
  const named = namedRow(table, row);
  const names = Object.keys(named);
  const statement = textOf(table, `insert ${names} ${returning}`, () => {
    const columns = names.map(quoted).join(", ");
    const name = quoted(getTableName(table));
    // `json` keeps the order of the keys in a column of that type.
    return `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)
      RETURNING ${returning}`;
  });
  return { statement, row: named };
}

/**
 * Returns the insertion of a row that shows later whether its commit is still there: of a table whose rows are never
 * changed to another id and stay for days.
 */
export const insertWitness = <Table extends PgTable>(
  table: Table,
  row: Table["$inferInsert"] & { id: string },
): Write => ({ ...insertInto(table, row), witness: { table: getTableName(table), id: row.id } });

/**
 * Returns the change of the row with this id, which the transaction has locked or which nothing else changes. Undefined
 * columns stay as they are.
 */
export function updateOf<Table extends PgTable & { id: unknown }>(
  table: Table,
  id: string | number,
  changes: Partial<Table["$inferInsert"]>,
): Write {
  const named = namedRow(table, changes as Record<string, unknown>);
  const names = Object.keys(named);
  const statement = textOf(table, `update ${names}`, () => {
    const name = quoted(getTableName(table));
    const set = names.map((column) => `${quoted(column)} = given.${quoted(column)}`).join(", ");
    return `WITH given AS MATERIALIZED (SELECT * FROM json_populate_recordset(NULL::${name}, $1::json))
      UPDATE ${name} SET ${set} FROM given
      WHERE ${name}.organization_id = $2 AND ${name}.id = ANY (ARRAY(SELECT id FROM given)) AND ${name}.id = given.id`;
  });
  return { statement, values: [ownOrganization], row: { id, ...named } };
}

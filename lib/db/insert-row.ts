import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { prepared } from "./prepared.ts";
import type { Transaction } from "./tenant.ts";

type Insertion = ReturnType<typeof insertion>;

const insertion = (table: PgTable, columns: string[]) =>
  prepared((tx) => tx.insert(table).values(Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))));

/** By table and the columns that are given. */
const insertions = new WeakMap<PgTable, Map<string, Insertion>>();

/**
 * Inserts one row, in the caller's transaction; columns that are not given, or undefined, have their default. For tables
 * that each operation writes to: the statement is built but once (see prepared, also for when it is sent).
 */
export async function insertRow<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  row: Table["$inferInsert"],
): Promise<void> {
  const given = row as Record<string, unknown>;
  const columns = Object.keys(given).filter((name) => given[name] !== undefined);
  const known = insertions.get(table) ?? new Map<string, Insertion>();
  insertions.set(table, known);
  const key = columns.join();
  const statement = known.get(key) ?? insertion(table, columns);
  known.set(key, statement);
  await statement(tx).execute(given);
}

import type { PoolClient } from "pg";
import { named } from "#lib/db/named";

/** A row by column name, without the practice's id. */
export type Row = Record<string, unknown>;

/**
 * Writes rows in one statement as JSON, so that a thousand rows cost one round trip. All rows have the keys of the
 * first.
 */
export async function insertRows(
  client: PoolClient,
  practiceId: string,
  table: string,
  rows: Row[],
  onConflict = "",
): Promise<void> {
  if (!rows[0]) return;
  const columns = Object.keys(rows[0]).join(", ");
  const statement = `INSERT INTO sandbox.${table} (practice_id, ${columns})
     SELECT $1, ${columns} FROM jsonb_populate_recordset(NULL::sandbox.${table}, $2) ${onConflict}`;
  await client.query(named(statement, [practiceId, JSON.stringify(rows)]));
}

/** Writes the rows whose ids the table does not have, also if another process writes them at the same time. */
export const insertMissingRows = (client: PoolClient, practiceId: string, table: string, rows: Row[]): Promise<void> =>
  insertRows(client, practiceId, table, rows, "ON CONFLICT DO NOTHING");

/** Writes one row. */
export const insertRow = (client: PoolClient, practiceId: string, table: string, row: Row): Promise<void> =>
  insertRows(client, practiceId, table, [row]);

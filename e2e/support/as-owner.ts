import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";

/**
 * Runs a statement on the product of this run as the database's owner, to create data as an EMR would. Returns the
 * rows.
 */
export async function asOwner<Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
  // PostgreSQL already runs; the product that started it also stops it.
  const { url } = await startEmbeddedPostgres({ dataDir: process.env.E2E_DATA_DIR ?? "" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";

/** Changes what was synchronized in the run's own product, as an EMR full of such records would; gives the rows. */
export async function asOwner<Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
  // It runs already, and belongs to the product, which stops it.
  const { url } = await startEmbeddedPostgres({ dataDir: process.env.E2E_DATA_DIR ?? "" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

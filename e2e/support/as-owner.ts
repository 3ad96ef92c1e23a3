import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";

/** Connects to the product of a data directory, this run's by default, as the database's owner. */
async function withOwner<Result>(
  work: (client: pg.Client) => Promise<Result>,
  dataDir = process.env.E2E_DATA_DIR ?? "",
): Promise<Result> {
  // PostgreSQL already runs; the product that started it also stops it.
  const { url } = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs a statement on the product of this run as the database's owner, to create data as an EMR would. Returns the
 * rows. Every list gets a new version, as after a sync: answers are validated by it.
 */
export const asOwner = <Row extends pg.QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> =>
  withOwner(async (client) => {
    const { rows } = await client.query<Row>(statement, values);
    await client.query("UPDATE record_version SET version = gen_random_uuid()");
    return rows;
  });

/** Returns the rows of a statement that only reads, whatever tenant they belong to. */
export const lookAsOwner = <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  withOwner(async (client) => (await client.query<Row>(statement, values)).rows);

/**
 * Runs a statement on a running product, as its owner: to change what its simulated EMR holds and nothing of what was read from it,
 * or the settings of all accounts. Returns the rows.
 */
export const onOwnersConnection = <Row extends pg.QueryResultRow>(
  { dataDir }: { dataDir: string },
  statement: string,
  values: unknown[],
): Promise<Row[]> => withOwner(async (client) => (await client.query<Row>(statement, values)).rows, dataDir);

import type pg from "pg";
import { planningPool } from "#lib/db/planning-pool";
import { required } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";

const MOST_CONNECTIONS = 8;

/**
 * The simulator's own connections, as a role that sees its schema alone: an EMR write and a commit of the
 * application never share a connection or a transaction (decisions §10).
 */
export const sandboxPool = (): pg.Pool => singleton("sandbox-pool", makePool, (pool) => pool.end());

const makePool = () =>
  planningPool({
    connectionString: required("SANDBOX_DATABASE_URL"),
    application_name: "crc-sandbox",
    max: MOST_CONNECTIONS,
    // BEGIN leaves with the first statement.
    pipeline: true,
  });

/** One transaction of the simulator: commits when `work` resolves, rolls back when it throws. */
export async function sandboxTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await sandboxPool().connect();
  let broken: Error | undefined;
  try {
    client.connection.stream.cork();
    process.nextTick(() => client.connection.stream.uncork());
    // Where it fails, so does what follows it.
    client.query("BEGIN").catch(() => undefined);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

import type pg from "pg";
import { connectionPool } from "#lib/db/connection-pool";
import { gatherTurn } from "#lib/db/driver";
import { isBrokenPlan } from "#lib/db/unavailable";
import { required } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";

const MAX_CONNECTIONS = 8;

/**
 * Returns the simulator's own pool, with a role that sees its schema alone: an EMR write never shares a connection or a
 * transaction with a commit of ours (decisions §10).
 */
export const sandboxPool = (): pg.Pool => singleton("sandbox-pool", makePool, (pool) => pool.end());

const makePool = () =>
  connectionPool({
    connectionString: required("SANDBOX_DATABASE_URL"),
    application_name: "crc-sandbox",
    max: MAX_CONNECTIONS,
    // Sends BEGIN together with the first statement.
    pipeline: true,
  });

/** Runs one transaction of the simulator: commits if `work` resolves, rolls back if it throws. */
export async function sandboxTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await sandboxPool().connect();
  let broken: Error | undefined;
  try {
    gatherTurn(client);
    // If BEGIN fails, the statement after it fails as well.
    client.query("BEGIN").catch(() => undefined);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    if (isBrokenPlan(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

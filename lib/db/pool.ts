import pg from "pg";
import { required } from "#lib/runtime/environment";
import { logger } from "#lib/runtime/logger";
import { PlanningClient } from "#lib/runtime/planning-client";
import { singleton } from "#lib/runtime/singleton";

const MOST_CONNECTIONS = 16;

/**
 * The application's connections, as a role that neither owns a table nor bypasses row-level security.
 * `pipeline` lets BEGIN and the tenant travel with the first query in one round trip.
 */
export const appPool = (): pg.Pool => singleton("app-pool", makePool, (pool) => pool.end());

function makePool(): pg.Pool {
  const options: pg.PoolConfig & pg.ClientConfig & { pipeline: boolean } = {
    connectionString: required("APP_DATABASE_URL"),
    application_name: "crc-app",
    max: MOST_CONNECTIONS,
    pipeline: true,
    Client: PlanningClient,
  };
  const pool = new pg.Pool(options);
  // An idle connection that breaks must not end the process; the next query takes another one.
  pool.on("error", (error) =>
    logger.warn({ code: (error as { code?: string }).code }, "idle database connection lost"),
  );
  // Nor must one that breaks between two statements; the next of them fails, and with it whoever sends it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

import type pg from "pg";
import { required } from "#lib/runtime/environment";
import { planningPool } from "#lib/runtime/planning-pool";
import { singleton } from "#lib/runtime/singleton";

const MOST_CONNECTIONS = 16;

/**
 * The application's connections, as a role that neither owns a table nor bypasses row-level security.
 * `pipeline` lets BEGIN and the tenant travel with the first query in one round trip.
 */
export const appPool = (): pg.Pool => singleton("app-pool", makePool, (pool) => pool.end());

const makePool = () =>
  planningPool({
    connectionString: required("APP_DATABASE_URL"),
    application_name: "crc-app",
    max: MOST_CONNECTIONS,
    pipeline: true,
  });

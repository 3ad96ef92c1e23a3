import type pg from "pg";
import { required } from "#lib/kernel/environment";
import { Shares } from "#lib/kernel/shares";
import { singleton } from "#lib/kernel/singleton";
import { connectionPool } from "./connection-pool.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const MAX_CONNECTIONS = 16;

/** Deadline for getting a connection; later, the caller gets an error. */
const WAIT_MS = 5_000;

/**
 * The application's connections, as a role that neither owns tables nor bypasses row-level security. `pipeline` sends
 * BEGIN and the tenant in the same round trip as the first query.
 */
export const appPool = (): pg.Pool => singleton("app-pool", makePool, (pool) => pool.end());

const makePool = () =>
  connectionPool({
    connectionString: required("APP_DATABASE_URL"),
    application_name: "crc-app",
    max: MAX_CONNECTIONS,
    pipeline: true,
  });

const shares = () => singleton("app-pool-shares", () => new Shares(MAX_CONNECTIONS, WAIT_MS));

/** Number of callers that wait for a connection. */
export const waitingForConnection = (): number => shares().waiting;

/** An exclusive connection until `release`. A connection released with an error is not reused. */
export interface TakenConnection {
  client: pg.PoolClient;
  release(broken?: Error): void;
}

/**
 * Takes a connection for a holder: an organization, or `organization/account`. Both get a share of the pool, so that slow
 * statements of one do not use up the connections of others. Throws DatabaseUnavailable if none becomes free
 * within 5 s.
 */
export const takeConnection = (holder: string): Promise<TakenConnection> => takeFrom(appPool(), shares(), holder);

/** Takes a connection of a pool whose places `all` shares among holders (see takeConnection). */
export async function takeFrom(pool: pg.Pool, all: Shares, holder: string): Promise<TakenConnection> {
  try {
    await all.take(holder);
  } catch (error) {
    throw new DatabaseUnavailable("nothing", error);
  }
  try {
    const client = await pool.connect();
    return {
      client,
      release(broken) {
        client.release(broken);
        all.giveBack(holder);
      },
    };
  } catch (error) {
    all.giveBack(holder);
    throw new DatabaseUnavailable("nothing", error);
  }
}

import type pg from "pg";
import { required } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { planningPool } from "./planning-pool.ts";
import { Shares } from "./shares.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const MOST_CONNECTIONS = 16;

/** Who has got no connection by then is told so. */
const WAIT_MS = 5_000;

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

const shares = () => singleton("app-pool-shares", () => new Shares(MOST_CONNECTIONS, WAIT_MS));

/** How many wait for a connection. */
export const waitingForConnection = (): number => shares().waiting;

/** A connection that nobody else has, until it is released; with what broke it, it is used no more. */
export interface Held {
  client: pg.PoolClient;
  release(broken?: Error): void;
}

/**
 * A connection for one holder, such as a linked account: of those that there are each has a share, so that the slow
 * statements of one take no other's. Throws DatabaseUnavailable where there is none within 5 s.
 */
export async function takeConnection(holder: string): Promise<Held> {
  const [pool, all] = [appPool(), shares()];
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

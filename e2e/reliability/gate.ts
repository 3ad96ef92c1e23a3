import pg from "pg";
import { REACH_MS, until } from "./until.ts";

/** Application name of the connection that waits at a gate: the application's, the queue's, or the simulated EMR's. */
export type Side = "crc-app" | "crc-queue" | "crc-sandbox";

/** A lock held by the database's owner: statements that need it wait until it is released. */
export interface Gate {
  /**
   * Waits until `count` connections of a side wait for the lock with a statement like `query`, without those in
   * `besides`. Returns their process ids.
   */
  reached(side: Side, options?: { count?: number; query?: string; besides?: number[] }): Promise<number[]>;
  /** Resolves once the lock is held. */
  held: Promise<unknown>;
  /** Waits until PostgreSQL has queued the requested lock behind its current holders. */
  queued(): Promise<void>;
  open(): Promise<void>;
}

const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = $2 AND query LIKE $3 AND pid <> ALL ($4)
    AND $1 = ANY (pg_blocking_pids(pid))`;

async function connect(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "crc-gate" });
  await client.connect();
  return client;
}

/**
 * Requests a lock by a statement such as `LOCK TABLE event IN ACCESS EXCLUSIVE MODE`, and observes who waits for it.
 */
export async function askForLock(ownerUrl: string, statement: string): Promise<Gate> {
  const [holder, observer] = await Promise.all([connect(ownerUrl), connect(ownerUrl)]);
  const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const pid = rows[0]?.pid;
  await holder.query("BEGIN");
  const held = holder.query(statement);
  // Callers that await `held` handle its failure.
  held.catch(() => undefined);
  let opened: Promise<void> | undefined;
  return {
    held,
    async reached(side, { count = 1, query = "%", besides = [] } = {}) {
      return until(`${count} of ${side} wait for: ${statement}`, REACH_MS, async () => {
        const waiting = await observer.query<{ pid: number }>(WAITING, [pid, side, query, besides]);
        return waiting.rows.length >= count && waiting.rows.map((row) => row.pid);
      });
    },
    async queued() {
      await until(`the wait for: ${statement}`, REACH_MS, async () => {
        const waiting = await observer.query("SELECT 1 FROM pg_locks WHERE pid = $1 AND NOT granted", [pid]);
        return waiting.rows.length > 0;
      });
    },
    open() {
      opened ??= (async () => {
        await held.catch(() => undefined);
        await holder.query("ROLLBACK");
        await Promise.all([holder.end(), observer.end()]);
      })();
      return opened;
    },
  };
}

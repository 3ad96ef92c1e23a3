import pg from "pg";
import { REACH_MS, until } from "./until.ts";

/** Whose connection waits at a gate: the application's, the queue's, or the simulated EMR's. */
export type Side = "crc-app" | "crc-queue" | "crc-sandbox";

/** A lock that the database's owner holds: what comes to it waits there until it is opened. */
export interface Gate {
  /**
   * Waits until so many of a side's connections wait here, each at a statement like `query` and none of `besides`; their
   * process ids.
   */
  reached(side: Side, options?: { count?: number; query?: string; besides?: number[] }): Promise<number[]>;
  /** Resolves when the lock is held; at once, but for a lock that was only asked for. */
  held: Promise<unknown>;
  /** Waits until the lock that was asked for is waiting for those who hold the table. */
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

/** Asks for a lock by a statement such as `LOCK TABLE event IN ACCESS EXCLUSIVE MODE`, and looks who waits for it. */
export async function askForLock(ownerUrl: string, statement: string): Promise<Gate> {
  const [holder, observer] = await Promise.all([connect(ownerUrl), connect(ownerUrl)]);
  const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const pid = rows[0]?.pid;
  await holder.query("BEGIN");
  const held = holder.query(statement);
  // Whoever waits for it hears of its failure.
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

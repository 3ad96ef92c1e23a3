import pg from "pg";
import { vi } from "vitest";

/** A table locked by the database's owner: writers wait until it is released. */
export interface HeldTable {
  /** Returns the number of connections that wait for the lock. */
  waiting(): Promise<number>;
  /** Resolves once this number of connections wait for the lock. */
  waitedFor(count: number): Promise<void>;
  /** Changes rows together with the end of the lock, so that no writer that waits for it comes between. */
  change(statement: string, values: unknown[]): Promise<void>;
  letGo(): Promise<void>;
}

const WAITING = `SELECT count(*)::integer AS count FROM pg_stat_activity
  WHERE datname = current_database() AND $1 = ANY (pg_blocking_pids(pid))`;

/** Locks a table against all other statements, or against writes alone, until the caller releases it. */
export async function heldTable(
  ownerUrl: string,
  table: string,
  mode: "ACCESS EXCLUSIVE" | "EXCLUSIVE" = "ACCESS EXCLUSIVE",
): Promise<HeldTable> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: ownerUrl, application_name: "crc-test" }));
  const [holder, observer] = clients as [pg.Client, pg.Client];
  await Promise.all(clients.map((client) => client.connect()));
  const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  await holder.query(`BEGIN; LOCK TABLE ${holder.escapeIdentifier(table)} IN ${mode} MODE`);
  let letGo: Promise<unknown> | undefined;
  const waiting = async () => (await observer.query<{ count: number }>(WAITING, [rows[0]?.pid])).rows[0]?.count ?? 0;
  return {
    waiting,
    waitedFor: (count) =>
      vi.waitUntil(async () => (await waiting()) >= count, { timeout: 10_000 }).then(() => undefined),
    async change(statement, values) {
      await holder.query(statement, values);
    },
    async letGo() {
      letGo ??= holder.query("COMMIT").then(() => Promise.all(clients.map((client) => client.end())));
      await letGo;
    },
  };
}

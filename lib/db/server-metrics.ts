import { sql } from "drizzle-orm";
import { Gauge } from "prom-client";
import { metrics } from "#lib/kernel/metrics";
import { singleton } from "#lib/kernel/singleton";
import { withoutTenant } from "./without-tenant.ts";

/** The size of a database is read from its files; it changes slowly. */
const READ_FOR_MS = 30_000;

interface ServerState extends Record<string, unknown> {
  used: string;
  allowed: number;
  bytes: string;
}

/** `reserved_connections` exists since PostgreSQL 16. */
const STATE = sql`
  SELECT (SELECT sum(numbackends) FROM pg_stat_database) AS used,
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true), '0')::integer AS allowed,
    pg_database_size(current_database()) AS bytes`;

function stateReader(): () => Promise<ServerState | undefined> {
  let last: { at: number; state: Promise<ServerState | undefined> } | null = null;
  // The other metrics are reported even if the database does not answer.
  const read = () =>
    withoutTenant<ServerState>(STATE).then(
      ([row]) => row,
      () => undefined,
    );
  return () => {
    if (!last || Date.now() - last.at > READ_FOR_MS) last = { at: Date.now(), state: read() };
    return last.state;
  };
}

function makeMetrics() {
  const registers = [metrics()];
  const state = stateReader();
  const connections = new Gauge({
    name: "crc_database_server_connections",
    help: "Connections of the whole database server, by state: used, and allowed to roles that are no superuser",
    labelNames: ["state"],
    registers,
    async collect() {
      const { used = Number.NaN, allowed = Number.NaN } = (await state()) ?? {};
      this.set({ state: "used" }, Number(used));
      this.set({ state: "allowed" }, allowed);
    },
  });
  const bytes = new Gauge({
    name: "crc_database_size_bytes",
    help: "Size of the database on disk, without the server's log of changes",
    registers,
    async collect() {
      this.set(Number((await state())?.bytes ?? Number.NaN));
    },
  });
  return { connections, bytes };
}

/** Returns the metrics of the database server, by which an operator sees its limits coming. */
export const serverMetrics = () => singleton("database-server-metrics", makeMetrics);

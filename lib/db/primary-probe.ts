import pg from "pg";
import { type DatabaseHost, onHost } from "#lib/kernel/database-url";
import { socketOf } from "./driver.ts";

/** Deadline for a server's answer. A frozen server accepts connections and never answers. */
const PROBE_MS = 2_000;

/**
 * A server that takes writes, as it answered. After a promotion it has another timeline, and with it other commits than
 * the server before.
 */
export interface Primary extends DatabaseHost {
  timeline: number;
  /** The cluster's own id, the same on all of its servers. */
  system: string;
}

/** Every role may call these functions. */
const PROBE = `
  SELECT current_setting('transaction_read_only') = 'off' AS writable, control.system_identifier::text AS system,
    CASE WHEN pg_is_in_recovery() THEN 0
      ELSE ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer END AS timeline
  FROM pg_control_system() AS control`;

/** Asks one server whether it takes writes. Returns why not, in one word, or the server. Takes at most 4 s. */
export async function probe(url: string, at: DatabaseHost): Promise<Primary | string> {
  const client = new pg.Client({
    connectionString: onHost(url, at),
    application_name: "crc-primary",
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ writable: boolean; system: string; timeline: number }>(PROBE);
    const [found] = rows;
    client.end().catch(() => undefined);
    return found?.writable ? { ...at, timeline: found.timeline, system: found.system } : "read-only";
  } catch (error) {
    // A silent server would not answer a goodbye either.
    socketOf(client).destroy();
    return (error as { code?: string }).code ?? "silent";
  }
}

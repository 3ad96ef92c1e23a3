import type { Socket } from "node:net";
import pg from "pg";
import { logger } from "#lib/kernel/logger";
import { PlanningClient } from "./planning-client.ts";

/** A server that a connection to takes longer is taken to be away. */
const CONNECT_MS = 5_000;

/** A connection that nothing comes over is asked about by the kernel after this time. */
const KEEP_ALIVE_MS = 5_000;

/** PostgreSQL ends a statement of the login roles that takes longer. */
export const LONGEST_STATEMENT_MS = 10_000;

/**
 * A server that owes an answer and sends nothing for so much longer is taken to be cut off: it would have refused a slow
 * statement by itself, which tells more than silence does.
 */
const MARGIN_MS = 2_000;

export interface PoolOptions extends pg.PoolConfig {
  application_name: string;
  /** The most connections. */
  max: number;
  /** Whether a statement leaves before the one ahead of it was answered. */
  pipeline?: boolean;
}

/** Connections that plan each statement once. None that breaks ends the process, and none that falls silent holds it up. */
export function planningPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...options,
    Client: PlanningClient,
  });
  // Of an idle one the next statement takes another.
  pool.on("error", (error) =>
    logger.warn({ pool: options.application_name, code: (error as { code?: string }).code }, "idle connection lost"),
  );
  pool.on("connect", (client) => {
    // Where one breaks between two statements, the next of them fails, and with it whoever sends it.
    client.on("error", () => undefined);
    endWhenSilent(client);
    allowSilence(client, options.statement_timeout || LONGEST_STATEMENT_MS);
  });
  return pool;
}

/** A connection is always over a socket, TLS or not. */
const socketOf = (client: pg.PoolClient) => client.connection.stream as Socket;

/** Has a connection end, and what was asked over it fail, once the server has owed an answer for too long. */
function endWhenSilent(client: pg.PoolClient): void {
  const socket = socketOf(client);
  socket.on("timeout", () => {
    // pg's types do not know it: false from when a statement has left until the last that left was answered.
    const owesNothing = (client as unknown as { readyForQuery: boolean }).readyForQuery;
    if (!owesNothing) socket.destroy(Object.assign(new Error("The database fell silent"), { code: "ETIMEDOUT" }));
  });
}

/** Lets a connection's statements take so long, until it is told otherwise. */
export const allowSilence = (client: pg.PoolClient, maxMs = LONGEST_STATEMENT_MS): void =>
  void socketOf(client).setTimeout(maxMs + MARGIN_MS);

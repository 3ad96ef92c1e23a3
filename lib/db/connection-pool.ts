import pg from "pg";
import { logger } from "#lib/kernel/logger";
import { owesNothing, socketOf } from "./driver.ts";
import { PrimaryClient } from "./primary-client.ts";

/** Deadline for opening a connection. A server that takes longer counts as unavailable. */
const CONNECT_MS = 5_000;

/** Idle time after which the kernel probes a connection. */
const KEEP_ALIVE_MS = 5_000;

/** PostgreSQL cancels longer statements of the login roles. */
export const MAX_STATEMENT_MS = 10_000;

/**
 * Silence beyond the statement timeout after which a server that owes a response counts as cut off. Within the timeout
 * the server cancels a slow statement itself, and its error says more than silence does.
 */
const MARGIN_MS = 2_000;

export interface PoolOptions extends pg.PoolConfig {
  application_name: string;
  /** Maximum number of connections. */
  max: number;
  /** Whether a statement may be sent before the previous one has been answered. */
  pipeline?: boolean;
}

/** Creates a pool in which a broken connection does not end the process, and a silent one does not block it. */
export function connectionPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...options,
    Client: PrimaryClient,
  });
  // The pool replaces a broken idle connection at the next statement.
  pool.on("error", (error) =>
    logger.warn({ pool: options.application_name, code: (error as { code?: string }).code }, "idle connection lost"),
  );
  pool.on("connect", (client) => {
    endWhenSilent(client);
    allowSilence(client, options.statement_timeout || MAX_STATEMENT_MS);
  });
  return pool;
}

/** Closes a connection, and fails its pending statements, once the server has owed a response for too long. */
function endWhenSilent(client: pg.PoolClient): void {
  const socket = socketOf(client);
  socket.on("timeout", () => {
    if (!owesNothing(client))
      socket.destroy(Object.assign(new Error("The database stopped responding"), { code: "ETIMEDOUT" }));
  });
}

/** Sets the statement timeout of a connection until the next call. */
export const allowSilence = (client: pg.PoolClient, maxMs = MAX_STATEMENT_MS): void =>
  void socketOf(client).setTimeout(maxMs + MARGIN_MS);

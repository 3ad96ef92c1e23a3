import pg from "pg";
import { logger } from "./logger.ts";
import { PlanningClient } from "./planning-client.ts";

export interface PoolOptions extends pg.PoolConfig {
  application_name: string;
  /** The most connections. */
  max: number;
  /** Whether a statement leaves before the one ahead of it was answered. */
  pipeline?: boolean;
}

/** Connections that plan each statement once. None that breaks ends the process. */
export function planningPool(options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({ ...options, Client: PlanningClient });
  // Of an idle one the next statement takes another.
  pool.on("error", (error) =>
    logger.warn({ pool: options.application_name, code: (error as { code?: string }).code }, "idle connection lost"),
  );
  // Where one breaks between two statements, the next of them fails, and with it whoever sends it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

import { startBase } from "./base.ts";
import { startPgBouncer } from "./pgbouncer.ts";
import { type Blow, underLoadOn } from "./under-load.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 3);

/**
 * Runs a deployment through PgBouncer in session mode, as docs/deploy.md describes it, and disrupts the pooler and the
 * PostgreSQL behind it under load: the product recovers by itself within 30 s and loses nothing.
 */
export async function pooler(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    const pgBouncer = await startPgBouncer(base);
    const blows: Blow[] = [
      { name: "PgBouncer killed and started again", strike: () => pgBouncer.restart() },
      { name: "PostgreSQL behind it restarted", strike: (_lane, restartDatabase) => restartDatabase() },
    ];
    const all = Array.from({ length: ROUNDS }, () => blows).flat();
    await underLoadOn(pgBouncer.base, all, ["web", "worker"], stop).finally(() => pgBouncer.stop());
  } finally {
    await base.stop();
  }
}

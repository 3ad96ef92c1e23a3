import type { Lane } from "./lane.ts";
import { type Blow, underLoad } from "./under-load.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 3);

/** The product's connections, busiest first, without those of the proof. */
const BACKENDS = `SELECT pid, application_name FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'crc-%' AND application_name <> 'crc-test'
  ORDER BY state = 'active' DESC, state_change DESC`;

async function backends(lane: Lane): Promise<{ pid: number; application_name: string }[]> {
  const found = await lane.rows<{ pid: number; application_name: string }>(BACKENDS);
  if (found.length === 0) throw new Error("Nobody is connected");
  return found;
}

const BLOWS: Blow[] = [
  { name: "PostgreSQL restarted", strike: (_lane, restartDatabase) => restartDatabase() },
  {
    name: "every backend terminated",
    async strike(lane) {
      await lane.rows(`SELECT pg_terminate_backend(pid) FROM (${BACKENDS}) AS backends`);
    },
  },
  {
    name: "those that listen terminated",
    async strike(lane) {
      const listening = (await backends(lane)).filter(({ application_name }) => application_name === "crc-listen");
      await lane.rows("SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid", [
        listening.map(({ pid }) => pid),
      ]);
    },
  },
  {
    // PostgreSQL then terminates all other backends and recovers from its log.
    name: "one backend killed by SIGKILL",
    async strike(lane) {
      process.kill((await backends(lane))[0]?.pid ?? 0, "SIGKILL");
    },
  },
];

/**
 * Restarts PostgreSQL and kills its backends under load: the product recovers by itself within 30 s and loses nothing.
 */
export const database = (stop: AbortSignal): Promise<void> =>
  underLoad(Array.from({ length: ROUNDS }, () => BLOWS).flat(), ["web", "worker"], stop);

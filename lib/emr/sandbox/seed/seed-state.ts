import { setTimeout as pause } from "node:timers/promises";
import { sandboxPool } from "#lib/emr/sandbox/pool";

/** Key of the advisory lock that one seeding process holds; others wait for it. */
const SEED_LOCK = 7_310_423;

/** Interval of checks for another process's seed, which takes longer than a statement may wait. */
const LOOK_MS = 200;

/** The ids of a seed, stored before it creates anything. */
export interface SeedPlan {
  organizationId: string;
  accountIds: string[];
}

export interface SeedState {
  organizations: SeedPlan[];
  finished: boolean;
}

/** Returns the progress of the last seed, or null if none began. */
export async function readSeedState(): Promise<SeedState | null> {
  const { rows } = await sandboxPool().query<SeedState>(
    "SELECT organizations, finished_at IS NOT NULL AS finished FROM sandbox.demo_seed",
  );
  return rows[0] ?? null;
}

/** Stores the ids of a new seed in place of those of an interrupted one. */
export async function beginSeed(organizations: SeedPlan[]): Promise<void> {
  await sandboxPool().query(
    `INSERT INTO sandbox.demo_seed (organizations) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET organizations = excluded.organizations, started_at = now()`,
    [JSON.stringify(organizations)],
  );
}

/** Marks the seed as finished. */
export async function finishSeed(): Promise<void> {
  await sandboxPool().query("UPDATE sandbox.demo_seed SET finished_at = now()");
}

/** Runs `work` while no other process seeds. */
export async function withSeedLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const client = await sandboxPool().connect();
  try {
    const taken = async () =>
      (await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [SEED_LOCK])).rows[0]?.taken;
    while (!(await taken())) await pause(LOOK_MS);
    try {
      return await work();
    } finally {
      await client.query("SELECT pg_advisory_unlock($1)", [SEED_LOCK]);
    }
  } finally {
    client.release();
  }
}

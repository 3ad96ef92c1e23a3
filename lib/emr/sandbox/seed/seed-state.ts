import { setTimeout as pause } from "node:timers/promises";
import { sandboxPool } from "#lib/emr/sandbox/pool";

/** Any number: whoever holds it seeds, others wait. */
const SEED_LOCK = 7_310_423;

/** Between looks whether another process has seeded: a seed takes longer than a statement may wait. */
const LOOK_MS = 200;

/** The ids that a seed gives out, written down before it makes anything of them. */
export interface SeedPlan {
  organizationId: string;
  accountIds: string[];
}

export interface SeedState {
  organizations: SeedPlan[];
  finished: boolean;
}

/** How far the last seed came; null where none began. */
export async function readSeedState(): Promise<SeedState | null> {
  const { rows } = await sandboxPool().query<SeedState>(
    "SELECT organizations, finished_at IS NOT NULL AS finished FROM sandbox.demo_seed",
  );
  return rows[0] ?? null;
}

/** Writes down what a seed is about to make, in place of what one that was cut off had planned. */
export async function beginSeed(organizations: SeedPlan[]): Promise<void> {
  await sandboxPool().query(
    `INSERT INTO sandbox.demo_seed (organizations) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET organizations = excluded.organizations, started_at = now()`,
    [JSON.stringify(organizations)],
  );
}

/** The last step of a seed: from now on it counts as done. */
export async function finishSeed(): Promise<void> {
  await sandboxPool().query("UPDATE sandbox.demo_seed SET finished_at = now()");
}

/** Lets one process seed at a time. */
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

import type { PoolClient } from "pg";
import { drift } from "./drift.ts";
import { sandboxPool, sandboxTransaction } from "./pool.ts";

/** The behaviour of a simulated practice (decisions §5, sandbox). */
export interface Behavior {
  latency_ms: number;
  /** Share of calls that fail for a passing reason, 0 to 1. */
  fault_rate: number;
  outage: boolean;
  rate_limit_per_minute: number | null;
  /** Share of the records that changed when it was set, 0 to 1. */
  drift_rate: number;
  user_active: boolean;
}

/** The parts of the behaviour to change. */
export type BehaviorChange = { [Part in keyof Behavior]?: Behavior[Part] | undefined };

const COLUMNS = ["latency_ms", "fault_rate", "outage", "rate_limit_per_minute", "drift_rate", "user_active"] as const;

/** Returns the behaviour of a practice, or null for an unknown one. */
export async function readBehavior(practiceId: string, client?: PoolClient): Promise<Behavior | null> {
  const { rows } = await (client ?? sandboxPool()).query<Behavior>(
    `SELECT ${COLUMNS.join(", ")} FROM sandbox.behavior WHERE practice_id = $1`,
    [practiceId],
  );
  return rows[0] ?? null;
}

/**
 * Changes parts of a practice's behaviour and returns all of it; a `drift_rate` changes that share of its records at
 * once. Returns null for an unknown practice.
 */
export function changeBehavior(practiceId: string, change: BehaviorChange): Promise<Behavior | null> {
  return sandboxTransaction(async (client) => {
    const given = COLUMNS.filter((column) => change[column] !== undefined);
    if (given.length > 0) {
      const assignments = given.map((column, index) => `${column} = $${index + 2}`).join(", ");
      await client.query(`UPDATE sandbox.behavior SET ${assignments} WHERE practice_id = $1`, [
        practiceId,
        ...given.map((column) => change[column]),
      ]);
    }
    if (change.drift_rate) await drift(client, practiceId, change.drift_rate);
    return readBehavior(practiceId, client);
  });
}

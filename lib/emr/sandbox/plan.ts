import { sandboxPool } from "./pool.ts";
import { rowsOf } from "./query.ts";
import type { PracticePlan } from "./seed/practice-plan.ts";

/** Returns the plan of a practice, or null if its days do not pass. */
export async function readPlan(practiceId: string): Promise<PracticePlan | null> {
  const [found] = await rowsOf<{ plan: PracticePlan | null }>(
    "SELECT plan FROM sandbox.practice WHERE id = $1",
    practiceId,
  );
  return found?.plan ?? null;
}

/** Sets the plan of a practice that has none. */
export async function setMissingPlan(practiceId: string, plan: PracticePlan): Promise<void> {
  await sandboxPool().query("UPDATE sandbox.practice SET plan = $2 WHERE id = $1 AND plan IS NULL", [
    practiceId,
    JSON.stringify(plan),
  ]);
}

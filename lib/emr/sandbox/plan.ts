import { rowsOf } from "./query.ts";

/** Returns the plan of a practice that was created for a linked account, or null for any other. */
export async function readPlan(practiceId: string): Promise<unknown> {
  const [found] = await rowsOf<{ plan: unknown }>("SELECT plan FROM sandbox.practice WHERE id = $1", practiceId);
  return found?.plan ?? null;
}

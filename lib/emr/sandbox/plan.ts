import { rowsOf } from "./query.ts";

/** What a practice that linking an account has opened was made from; null for any other one, and for none. */
export async function readPlan(practiceId: string): Promise<unknown> {
  const [found] = await rowsOf<{ plan: unknown }>("SELECT plan FROM sandbox.practice WHERE id = $1", practiceId);
  return found?.plan ?? null;
}

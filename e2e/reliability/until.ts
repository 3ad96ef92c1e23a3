import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 20;

/** Maximum time until a process reaches a place; its wait for a lock there times out after 8 s. */
export const REACH_MS = 12_000;

/** Decisions §6: the work of a dead process is taken up again within 30 s. */
export const RECOVERY_MS = 30_000;

/** Polls until `ask` returns a value, and returns it. Throws with `what` after `withinMs`. */
export async function until<Found>(
  what: string,
  withinMs: number,
  ask: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${withinMs} ms: ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}

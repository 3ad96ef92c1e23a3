import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 20;

/** How long a process may take to come to a place; whoever waits there for a lock gives up after 8 s. */
export const REACH_MS = 12_000;

/** Decisions §6: what a dead process held is taken up again within 30 s. */
export const RECOVERY_MS = 30_000;

/** Asks until there is an answer and gives it; throws with `what` where there is none within `withinMs`. */
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

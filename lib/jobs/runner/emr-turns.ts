import { singleton } from "#lib/kernel/singleton";

/** So many jobs of one account a process works on at a time, at most. */
export const MOST_AT_ONCE = 6;

/** So many attempts for each that may speak at a time go well before one more may. */
const GOOD_PER_TURN = 5;

/** How an EMR that asked for time is spoken to by this process. */
interface Turns {
  /** How many jobs may speak to it at a time. */
  most: number;
  speaking: number;
  /** Attempts that went well since `most` was last changed. */
  good: number;
  waiting: (() => void)[];
}

const known = () => singleton("emr-turns", () => new Map<string, Turns>());

/**
 * Has one job at a time speak to an account's EMR from now on: it asked for time, and several would share out the calls
 * that it allows so that none gets all that it needs.
 */
export function narrowTurns(linkedAccountId: string): void {
  const turns = known().get(linkedAccountId);
  if (turns) Object.assign(turns, { most: 1, good: 0 });
  else known().set(linkedAccountId, { most: 1, speaking: 0, good: 0, waiting: [] });
}

function widen(linkedAccountId: string, turns: Turns): void {
  if (++turns.good < GOOD_PER_TURN * turns.most) return;
  turns.most++;
  turns.good = 0;
  if (turns.most >= MOST_AT_ONCE) known().delete(linkedAccountId);
}

/** Lets as many speak as may; all of them once nothing is known of the account any more. */
function next(linkedAccountId: string, turns: Turns): void {
  const isKnown = known().get(linkedAccountId) === turns;
  while (turns.waiting.length > 0 && (!isKnown || turns.speaking < turns.most)) {
    turns.speaking++;
    turns.waiting.shift()?.();
  }
}

/**
 * Waits until a job of an account may speak to its EMR: at once, unless that has lately asked for time. Gives what ends
 * the turn, to be called once, with whether the EMR answered what it was asked.
 */
export async function takeTurn(linkedAccountId: string): Promise<(wentWell: boolean) => void> {
  const turns = known().get(linkedAccountId);
  if (!turns) return () => undefined;
  if (turns.speaking < turns.most) turns.speaking++;
  else await new Promise<void>((resolve) => turns.waiting.push(resolve));
  return (wentWell) => {
    turns.speaking--;
    if (wentWell) widen(linkedAccountId, turns);
    next(linkedAccountId, turns);
  };
}

/** Reason why a visit did not take place, derived from the practice's description of its status. */
export type Missed = "cancelled" | "no_show" | "moved";

const SAID: readonly (readonly [Missed, RegExp])[] = [
  ["no_show", /\bno[\s-]?show|\bdid(n't| not) (show|come|attend)|\bmissed\b/i],
  ["moved", /\bre-?schedul/i],
  ["cancelled", /\bcancel/i],
];

/**
 * Returns the reason if a status means that the visit did not take place, otherwise null. Reads the description,
 * because practices choose their codes freely.
 */
export const missedBy = (description: string): Missed | null =>
  SAID.find(([, pattern]) => pattern.test(description))?.[0] ?? null;

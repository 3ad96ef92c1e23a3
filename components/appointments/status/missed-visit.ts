/** Why a visit did not take place, as far as the practice's description of the status says. */
export type Missed = "cancelled" | "no_show" | "moved";

const SAID: readonly (readonly [Missed, RegExp])[] = [
  ["no_show", /\bno[\s-]?show|\bdid(n't| not) (show|come|attend)|\bmissed\b/i],
  ["moved", /\bre-?schedul/i],
  ["cancelled", /\bcancel/i],
];

/**
 * Returns why a status means that the visit did not take place, or null. It reads the description, because practices
 * choose their codes freely.
 */
export const missedBy = (description: string): Missed | null =>
  SAID.find(([, pattern]) => pattern.test(description))?.[0] ?? null;

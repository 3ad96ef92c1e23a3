/** How a visit did not take place, as far as the practice's own word for its status tells. */
export type Missed = "cancelled" | "no_show" | "moved";

const SAID: readonly (readonly [Missed, RegExp])[] = [
  ["no_show", /\bno[\s-]?show|\bdid(n't| not) (show|come|attend)|\bmissed\b/i],
  ["moved", /\bre-?schedul/i],
  ["cancelled", /\bcancel/i],
];

/**
 * Whether a status says that the visit did not take place, and how; null for every other one. Practices choose their
 * codes freely: the description alone tells.
 */
export const missedBy = (description: string): Missed | null =>
  SAID.find(([, pattern]) => pattern.test(description))?.[0] ?? null;

import type { VisitMeaning } from "#lib/emr/port/visit-meaning";

/** Words of a description by meaning; the first that fits counts. */
const WORDS: readonly (readonly [VisitMeaning, RegExp])[] = [
  ["no_show", /\bno[\s-]?show|\bdid(n't| not) (show|come|attend)|\bmissed\b/i],
  ["cancelled", /\bcancel|\bre-?schedul|\bdeleted?\b/i],
  ["confirmed", /(?<!\b(un|not|to be)[\s-]?)confirmed/i],
  ["done", /\b(check(ed)?[\s-]?out|complete|completed|done|finished|fulfilled|seen|departed)\b/i],
  ["in_room", /\b(room|roomed|with (the )?(provider|doctor|nurse)|in progress|being seen)\b/i],
  ["arrived", /\b(arrived|check(ed)?[\s-]?in|here|present)\b|\bin (the )?lobby\b|\bwaiting room\b/i],
  ["booked", /\b(scheduled|booked|planned|pending|unconfirmed)\b|\bnot (yet )?confirmed\b/i],
];

/**
 * Returns the meaning that a practice's description of a visit status suggests; null if it suggests none. A waiting room
 * is where a patient has arrived, unlike any other room.
 */
export function proposedMeaning(description: string): VisitMeaning | null {
  if (/\bwaiting (room|area)\b/i.test(description)) return "arrived";
  return WORDS.find(([, pattern]) => pattern.test(description))?.[0] ?? null;
}

/** Numbers of an answer: the stored records that a reading may remove, and how many of them it returned. */
export interface Answer {
  stored: number;
  seen: number;
}

/** Fewest missing records for which a part of the stored ones counts as suddenly missing. */
const MANY = 20;
const SHARE = 1 / 5;

/** Returns whether a reading returned suspiciously few of the stored records: none, or a fifth and at least 20 fewer. */
function isShort({ stored, seen }: Answer): boolean {
  const lost = stored - seen;
  return lost > 0 && (seen === 0 || (lost >= MANY && lost > stored * SHARE));
}

/**
 * Returns whether a reading may remove the records that it did not return. `accepted` is the short answer that a person accepted: it covers a
 * reading that is no shorter than that.
 */
export const mayRemove = (answer: Answer, accepted: Answer | null): boolean =>
  !isShort(answer) || (accepted !== null && !isShort({ stored: accepted.seen, seen: answer.seen }));

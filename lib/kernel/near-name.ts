/** Normalizes a name: lower case, without separators. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Returns the number of typing errors allowed in a name of this length: one in three letters, at most two. */
const slipsIn = (length: number): number => Math.min(2, Math.floor(length / 3));

/** Returns the Levenshtein distance of two texts. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (letter === other[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/**
 * Returns the known name that a given one probably means: equal but for case and separators (`depositDate`), or with
 * one or two typing errors (`deposit_dat`). Returns null if none is near.
 */
export function nearName(given: string, names: readonly string[]): string | null {
  const wanted = plain(given);
  let best: { name: string; slips: number } | null = null;
  for (const name of names) {
    const known = plain(name);
    const most = slipsIn(known.length);
    // Skips most names by length alone: a given name may be as long as a body.
    if (Math.abs(known.length - wanted.length) > most) continue;
    const slips = distance(wanted, known);
    if (slips <= most && (best === null || slips < best.slips)) best = { name, slips };
  }
  return best?.name ?? null;
}

/** A name without what people write differently: case, and the marks between words. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** How many slips of the pen a name of this length may have: one in three letters, and no more than two. */
const slipsIn = (length: number): number => Math.min(2, Math.floor(length / 3));

/** How many letters must be put in, left out or replaced to make one text the other (Levenshtein). */
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
 * The one of several names that was probably meant by another: the same but for its case and the marks between its words
 * (`depositDate`), or a slip or two away (`deposit_dat`). Null where none is near.
 */
export function nearName(given: string, names: readonly string[]): string | null {
  const wanted = plain(given);
  let best: { name: string; slips: number } | null = null;
  for (const name of names) {
    const known = plain(name);
    const most = slipsIn(known.length);
    // Told by the lengths alone for most: a name may be as long as a body.
    if (Math.abs(known.length - wanted.length) > most) continue;
    const slips = distance(wanted, known);
    if (slips <= most && (best === null || slips < best.slips)) best = { name, slips };
  }
  return best?.name ?? null;
}

import { editDistance } from "./edit-distance.ts";

/** Normalizes a name: lower case, without separators. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Returns the number of typing errors allowed in a name of this length: one in three letters, at most two. */
const slipsIn = (length: number): number => Math.min(2, Math.floor(length / 3));

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
    const slips = editDistance(wanted, known, most);
    if (slips <= most && (best === null || slips < best.slips)) best = { name, slips };
  }
  return best?.name ?? null;
}

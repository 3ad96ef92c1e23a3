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

/** Returns the words of a name in lower case, without the "s" of a plural and the brackets of a list. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, 100)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/s$/, ""));

/**
 * Returns the query parameter that a given one probably means: one with a near name, else the only one that has the same last
 * word where either is that word alone, as `mrns` for `patientMrn`. Returns null if there is none.
 */
export function nearParameter(given: string, names: readonly string[]): string | null {
  const near = nearName(given, names);
  if (near !== null) return near;
  const wanted = wordsOf(given);
  const alike = names.filter((name) => {
    const known = wordsOf(name);
    return known.at(-1) === wanted.at(-1) && Math.min(known.length, wanted.length) === 1;
  });
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

import { numberLocale } from "#lib/kernel/shown-locale";

interface Counted {
  loaded: number;
  /** Number of all matching rows; null if they were not counted. */
  total: number | null;
  hasMore: boolean;
}

/**
 * Returns the number of a list's rows in words: "312 claims", "1–500 of 2,000 claims", "200 events, more follow", "No
 * claims".
 */
export function countWords([one, several]: readonly [string, string], { loaded, total, hasMore }: Counted): string {
  const words = (count: number) => count.toLocaleString(numberLocale());
  const named = (count: number) => `${words(count)} ${count === 1 ? one : several}`;
  if (loaded === 0 && !hasMore) return `No ${several}`;
  if (!hasMore) return named(loaded);
  return total === null ? `${named(loaded)}, more follow` : `1–${words(loaded)} of ${named(total)}`;
}

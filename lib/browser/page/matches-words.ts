/** Returns whether a text contains every word of a search, in any order and regardless of case. */
export const matchesWords = (text: string, searched: string): boolean =>
  searched
    .toLowerCase()
    .split(/[\s,]+/)
    .every((word) => text.toLowerCase().includes(word));

/** Returns a text as searches compare it: in lower case, each letter and its marks composed, as keyboards write them. */
export const letters = (text: string): string => text.normalize().toLowerCase();

/** Returns whether a text contains every word of a search, in any order and regardless of case. */
export const matchesWords = (text: string, searched: string): boolean =>
  letters(searched)
    .split(/[\s,]+/)
    .every((word) => letters(text).includes(word));

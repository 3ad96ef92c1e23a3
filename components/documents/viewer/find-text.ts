import { letters } from "#lib/browser/page/matches-words";
/** Beginning and end (exclusive) of a match in the searched text. */
export interface Match {
  start: number;
  end: number;
}

/** A letter with its marks, or a mark without a letter; no space. */
const SIGN = /[^\s\p{M}]\p{M}*|\p{M}+/gu;

/** A text as searches compare it and without spaces, with the place of each of its characters in the original text. */
function fold(text: string): { folded: string; places: Match[] } {
  let folded = "";
  const places: Match[] = [];
  for (const { 0: sign, index: start } of text.matchAll(SIGN)) {
    const own = letters(sign);
    folded += own;
    for (let each = 0; each < own.length; each += 1) places.push({ start, end: start + sign.length });
  }
  return { folded, places };
}

/**
 * Returns every match of `words` in `text` in order, without overlaps. Ignores case and spaces, because a PDF breaks
 * lines and words anywhere.
 */
export function matchesIn(text: string, words: string): Match[] {
  const { folded: wanted } = fold(words);
  if (wanted === "") return [];
  const { folded, places } = fold(text);
  const matches: Match[] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    matches.push({ start: places[at]?.start ?? 0, end: places[at + wanted.length - 1]?.end ?? 0 });
  }
  return matches;
}

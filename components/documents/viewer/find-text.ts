/** Beginning and end (exclusive) of a match in the searched text. */
export interface Match {
  start: number;
  end: number;
}

/** A text without spaces and in lower case, with each character's index in the original text. */
function fold(text: string): { folded: string; places: number[] } {
  let folded = "";
  const places: number[] = [];
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charAt(place);
    if (/\s/.test(sign)) continue;
    const lower = sign.toLowerCase();
    folded += lower.length === 1 ? lower : sign;
    places.push(place);
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
    matches.push({ start: places[at] ?? 0, end: (places[at + wanted.length - 1] ?? 0) + 1 });
  }
  return matches;
}

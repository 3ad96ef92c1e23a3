/** Where a found text begins and ends (exclusive) in the text that was searched. */
export interface Match {
  start: number;
  end: number;
}

/** A text without spacing and in one case, with each sign's place in the text that it came from. */
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
 * Every place of `words` in `text`, in order and without overlaps. Case and spacing do not matter: a PDF breaks its
 * lines, and often its words, wherever it likes.
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

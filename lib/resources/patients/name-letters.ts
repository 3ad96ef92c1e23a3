/** Bits of the letters a to z; all others share the five above. */
const LATIN = 26;
const OTHERS = 5;

/** Returns the set of a word's letters as the bits of a whole number: a to z have one each, other characters share five. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (const letter of word) {
    const code = letter.codePointAt(0) ?? 0;
    const place = code - 97;
    bits |= 1 << (place >= 0 && place < LATIN ? place : LATIN + (code % OTHERS));
  }
  return bits;
}

import { beginningOf } from "#lib/kernel/beginning-of";
import { joinedLetters, plainLetters } from "#lib/kernel/plain-letters";

/** Characters of a name that are searched: Unicode composition takes long for many combining marks. */
export const MAX_NAME = 200;

/** Letters that people without them on their keyboard write as two. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
const WRITTEN_AS_TWO = /[äöüåø]/g;

/** Names with one way of writing: most are. */
const PLAIN = /^[A-Za-z ]{1,200}$/;

const distinct = (ways: readonly string[]): string[] => [...new Set(ways)].filter((way) => way !== "");

/**
 * Returns the ways in which a name may be written, in lower case: as it is, in plain letters, with ä, ö, ü, å and ø as two
 * letters, and both of these without what joins their parts.
 */
export function nameWays(name: string): string[] {
  const own = name.normalize("NFC").toLowerCase();
  const plain = plainLetters(own);
  const inTwo = plainLetters(own.replaceAll(WRITTEN_AS_TWO, (letter) => TWO_LETTERS[letter] ?? letter));
  return distinct([own, plain, joinedLetters(plain), inTwo, joinedLetters(inTwo)]);
}

/**
 * Returns the words that find a stored name: those of its ways, also with its parts as words and with its words as one: "Smith-Jones"
 * by "smith" and "jones", "van der Berg" by "vanderberg".
 */
export function storedNameWords(name: string): string[] {
  if (PLAIN.test(name)) {
    const words = name.toLowerCase().split(" ");
    return distinct([...words, words.join("")]);
  }
  const ways = nameWays(beginningOf(name, MAX_NAME));
  const apart = ways.map((way) => way.replaceAll(/['-]/g, " "));
  const asOne = ways.map((way) => joinedLetters(way).replaceAll(/[\s,]+/g, ""));
  return distinct([...ways, ...apart, ...asOne].flatMap((way) => way.split(/[\s,]+/)));
}

/** Whether a text without a space is found in the search text of patients of this name (./search-text.ts). */
export function isInName(name: string, text: string): boolean {
  if (PLAIN.test(name)) return name.toLowerCase().includes(text);
  const own = beginningOf(name, MAX_NAME).normalize("NFC").toLowerCase();
  const plain = plainLetters(own);
  return own.includes(text) || plain.includes(text) || joinedLetters(plain).includes(text);
}

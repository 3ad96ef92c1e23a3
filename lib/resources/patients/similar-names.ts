import { and, eq, sql } from "drizzle-orm";
import { patientWord } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { editDistance } from "#lib/kernel/edit-distance";
import { joinedLetters, plainLetters } from "#lib/kernel/plain-letters";
import { textsOf } from "./known-names.ts";
import { lettersOf } from "./name-letters.ts";

const FEWEST_LETTERS = 3;
/** From so many letters on two may be wrong. */
const LETTERS_FOR_TWO = 4;
/** With so few letters, the first one of two wrong ones is right. */
const SHORT = 4;
/** From so many letters on the beginning of a longer word may be meant, with one wrong letter or two. */
const LETTERS_OF_BEGINNING = { one: 5, two: 8 };
/** A longer word is none that was misheard. */
const MOST_LETTERS = 40;
/** Words that are compared letter by letter, and those of them that are taken, the most similar ones. */
const MOST_COMPARED = 8_000;
const MOST_WORDS = 100;
/** Names that carry these words. */
const MOST_NAMES = 3_000;

/** Added to the number of wrong letters of a word whose beginning alone is similar. */
const BEGINNING_ALONE = 0.5;
/** The steps by which similar names are looked for: numbers of wrong letters, of a whole word before those of a beginning. */
export const STEPS = [0, 1, 1 + BEGINNING_ALONE, 2, 2 + BEGINNING_ALONE] as const;

/** Returns the spelling of a word that is compared: letters alone, in plain form; null if it is too short, or too long. */
export function comparable(word: string): string | null {
  const letters = joinedLetters(plainLetters(word));
  // Letters of two code units are left out: half of one is no letter.
  const isName = /^\p{Letter}+$/u.test(letters) && !/[\ud800-\udfff]/.test(letters);
  return isName && letters.length >= FEWEST_LETTERS && letters.length <= MOST_LETTERS ? letters : null;
}

const mostWrong = (letters: string): number => (letters.length < LETTERS_FOR_TWO ? 1 : 2);

const mostWrongInBeginning = ({ length }: string): number =>
  length >= LETTERS_OF_BEGINNING.two ? 2 : length >= LETTERS_OF_BEGINNING.one ? 1 : -1;

/** Returns the fewest wrong letters with which a text is the beginning of a word; `most + 1` if they are more. */
function distanceToBeginning(letters: string, word: string, most: number): number {
  let least = most + 1;
  for (let length = letters.length - most; length <= letters.length + most && length < word.length; length++)
    least = Math.min(least, editDistance(letters, word.slice(0, length), most));
  return least;
}

/** Returns how unlike a word of names is to what was typed, as in `STEPS`; null if it is not similar. */
function unlikeness(letters: string, word: string): number | null {
  const most = mostWrong(letters);
  const wrong = editDistance(letters, word, most);
  const isTooShort = wrong === 2 && letters.length <= SHORT && letters[0] !== word[0];
  if (wrong <= most && !isTooShort) return wrong;
  const mostOfBeginning = mostWrongInBeginning(letters);
  if (word.length <= letters.length || mostOfBeginning < 0) return null;
  const begun = distanceToBeginning(letters, word, mostOfBeginning);
  return begun === 0 || begun > mostOfBeginning ? null : begun + BEGINNING_ALONE;
}

/**
 * Returns the account's words that may be similar. Each wrong letter adds one letter to those that two words do not share, and
 * takes one away, so that most words are passed over by their sets of letters.
 */
async function candidates(tx: Transaction, linkedAccountId: string, letters: string): Promise<string[]> {
  const most = mostWrong(letters);
  const ofBeginning = mostWrongInBeginning(letters);
  const { length } = letters;
  const set = lettersOf(letters);
  const rows = await tx
    .select({ word: patientWord.word })
    .from(patientWord)
    .where(
      and(
        eq(patientWord.linkedAccountId, linkedAccountId),
        sql`((bit_count((${patientWord.letters} # ${set}::integer)::bit(32)) <= ${2 * most}::integer
              AND char_length(${patientWord.word}) BETWEEN ${length - most}::integer AND ${length + most}::integer)
          OR (char_length(${patientWord.word}) > ${length}::integer
              AND bit_count((${set}::integer & ~${patientWord.letters})::bit(32)) <= ${ofBeginning}::integer))`,
      ),
    )
    .limit(MOST_COMPARED);
  return rows.map(({ word }) => word);
}

/** Returns the account's names with a word similar to the typed one, each with how unlike it is (`STEPS`). */
export async function similarNames(
  tx: Transaction,
  linkedAccountId: string,
  word: string,
): Promise<Map<string, number>> {
  const letters = comparable(word);
  if (letters === null) return new Map();
  const compared = (await candidates(tx, linkedAccountId, letters))
    .map((each) => ({ word: each, unlike: unlikeness(letters, each) }))
    .filter((each): each is { word: string; unlike: number } => each.unlike !== null)
    .sort((a, b) => a.unlike - b.unlike || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_WORDS);
  if (compared.length === 0) return new Map();
  const unlikeOf = new Map(compared.map((each) => [each.word, each.unlike]));
  const found = await textsOf(tx, linkedAccountId, [...unlikeOf.keys()], MOST_NAMES);
  const names = new Map<string, number>();
  for (const { part, text, word: own } of found) {
    const unlike = unlikeOf.get(own);
    if (part === "name" && unlike !== undefined) names.set(text, Math.min(unlike, names.get(text) ?? unlike));
  }
  return names;
}

import { and, eq, like, or, type SQL, sql } from "drizzle-orm";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { isSurvivor } from "#lib/definitions/survivors";
import { isCalendarDate } from "#lib/kernel/dates";
import { type KnownText, textsLike } from "./known-names.ts";
import { type Condition, patientConditions, within } from "./search-words.ts";

/** Names of one word that are looked up; a word that more names contain is common, and its patients are found by reading on. */
const MOST_NAMES = 500;
/** Words whose names are looked up; the others only have to be met. */
const MOST_LOOKED_UP = 4;
const hasDigits = (text: string): boolean => /\d/.test(text);

/** Condition for the patients whose search text meets one condition of a search. */
export const meets = (ways: Condition): SQL | undefined =>
  or(...ways.map((texts) => and(...texts.map((text) => like(patient.searchText, within(text))))));

/** Condition for the patients who have one of these names as first or last name. */
export const isNamed = (names: readonly string[]): SQL =>
  names.length === 0
    ? sql`false`
    : sql`(${patient.lastName} = ANY (${sql.param(names)}::text[]) OR ${patient.firstName} = ANY (${sql.param(names)}::text[]))`;

/** The longest text of a condition: the longer, the fewer patients have it. */
const lengthOf = (ways: Condition): number => Math.max(0, ...ways.flat().map(({ length }) => length));

/** A condition of a search, with the names and parts of MRNs that contain its texts. */
export interface SoughtWord {
  ways: Condition;
  /** Null if there are too many, or if they were not looked up. */
  known: KnownText[] | null;
}

/** Returns the conditions of a search; of the longest ones, also the names that contain them. */
export async function soughtWords(tx: Transaction, linkedAccountId: string, query: string): Promise<SoughtWord[]> {
  const conditions = patientConditions(query);
  const looked = new Set([...conditions].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MOST_LOOKED_UP));
  return Promise.all(
    conditions.map(async (ways) => {
      if (!looked.has(ways) || ways.flat().some(hasDigits)) return { ways, known: null };
      const found = await textsLike(tx, linkedAccountId, [...new Set(ways.flat())].map(within), MOST_NAMES + 1);
      return { ways, known: found.length > MOST_NAMES ? null : found };
    }),
  );
}

/** Returns the names among known texts that contain a text. */
export const namesWith = (known: readonly KnownText[], text: string): string[] => [
  ...new Set(known.filter(({ part, word }) => part === "name" && word.includes(text)).map((each) => each.text)),
];

/** Whether a text may be a part of MRNs without any digit of them. */
const isInMrns = (known: readonly KnownText[], text: string): boolean =>
  known.some(({ part, word }) => part === "mrn" && word.includes(text));

const isBirthDate = (ways: Condition): boolean => ways.flat().every(isCalendarDate);

/** Returns a word of a search with its birth dates as the only way to meet it. */
export const birthDatesOf = ({ ways, known }: SoughtWord): SoughtWord => ({
  ways: ways.filter((texts) => texts.every(isCalendarDate)),
  known,
});

/** Condition for the patients of a word by birth date or by the names that were found for it; null if no index tells them. */
function byIndex({ ways, known }: SoughtWord): SQL | null | undefined {
  if (isBirthDate(ways)) return or(...ways.flat().map((day) => eq(patient.dob, day)));
  if (!known || ways.flat().some((text) => isInMrns(known, text))) return null;
  const named = or(...ways.map((texts) => and(...texts.map((text) => isNamed(namesWith(known, text))))));
  // A kept name has more ways than the text of its patients: "mueller" is no exact match of Müller.
  return and(named, meets(ways));
}

export interface PatientSearch {
  /** Condition for the patients who meet all words; undefined if there is none. */
  condition: SQL | undefined;
  /** True if an index tells them: they are then collected before they are put in order. */
  isFew: boolean;
}

/**
 * Returns how the account's patients are found who meet all words of a search. The names that contain a word have been looked
 * up: comparisons such as LIKE serve no index under row-level security, and equality does.
 */
export function searchBy(words: readonly SoughtWord[]): PatientSearch {
  const indexed = words.map(byIndex);
  return {
    condition: and(...words.map(({ ways }, index) => indexed[index] ?? meets(ways))),
    isFew: indexed.some((each) => each !== null),
  };
}

/**
 * Condition for the patients of a search, each merged one replaced by the one that survived. Few are collected first: in the
 * order of names PostgreSQL would read on until it has met enough of them.
 */
export function foundBy({ condition, isFew }: PatientSearch, linkedAccountId: string): SQL | undefined {
  if (!condition) return undefined;
  if (isFew) return isSurvivor(linkedAccountId, condition);
  return or(condition, isSurvivor(linkedAccountId, and(sql`${patient.mergedInto} IS NOT NULL`, condition)));
}

import { and, eq, isNotNull, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { ofOwnOrganization } from "#lib/db/own-organization";
import { patient } from "#lib/db/schema";
import { isSurvivor } from "#lib/definitions/survivors";
import { isCalendarDate } from "#lib/kernel/dates";
import { type AccountNames, type KnownName, namesWith, patientsOf } from "./account-names.ts";
import { isInName } from "./name-ways.ts";
import { type Condition, patientConditions, within } from "./search-words.ts";

/** Most names of one word by which patients are looked up; more are met by so many patients that reading on finds enough. */
const MOST_NAMES = 10_000;
/** Most patients of one name that are collected before they are put in order. */
const FEW = 2_000;
/** From so many characters on few MRNs and phone numbers contain a text with digits. */
const CHARACTERS_OF_NUMBER = 5;
/** Other letters may be written in small letters in another way by PostgreSQL than in search texts. */
const ASCII = /^[\x21-\x7e]+$/;
/** Texts that may stand in a birth date: 1980-03. */
const PART_OF_DATE = /^\d{0,4}-\d{0,2}(-\d{0,2})?$/;
const YEAR = /^(18|19|20)/;
const hasDigits = (text: string): boolean => /\d/.test(text);

/** Condition for the patients whose search text meets one condition of a search. */
export const meets = (ways: Condition): SQL | undefined =>
  or(...ways.map((texts) => and(...texts.map((text) => like(patient.searchText, within(text))))));

/** A text that may stand in an MRN or a phone number, with the names that contain it; or a birth date. */
type NumberText = { text: string; names: readonly KnownName[] } | { day: string };

/** A word of a search. */
export interface SoughtWord {
  ways: Condition;
  /** Names one of which a patient has who meets the word; null if they are not known, or too many to be looked up. */
  names: readonly KnownName[] | null;
  /** Returns those of the names whose patients meet the word by them alone; null if others may meet it, too. */
  sufficient(): readonly KnownName[] | null;
  /** A text for each way, which few patients meet; null if there is a way without. */
  numbers: readonly NumberText[] | null;
  /** Whether a patient meets the word. */
  condition: SQL | undefined;
}

/** Returns whether only names can contain a text, not an MRN, a phone number or a birth date. */
const isOfNames = ({ mrnMarks }: AccountNames, text: string): boolean =>
  !hasDigits(text) && !mrnMarks.some((mark) => mark.toLowerCase().includes(text));

/** Returns the fewest names that tell the patients who meet one way of a word, which must have all of its texts. */
function namesOfWay(known: AccountNames, texts: readonly string[]): Set<KnownName> | null {
  const ofTexts = texts.filter((text) => isOfNames(known, text)).map((text) => namesWith(known, text));
  return ofTexts.sort((a, b) => patientsOf(a) - patientsOf(b))[0] ?? null;
}

function namesOf(known: AccountNames, ways: Condition): KnownName[] | null {
  const names = new Set<KnownName>();
  for (const texts of ways) {
    const ofWay = namesOfWay(known, texts);
    if (ofWay === null) return null;
    for (const name of ofWay) names.add(name);
  }
  return names.size > MOST_NAMES ? null : [...names];
}

/** Whether few patients have a text in their MRN or phone number, and none in the birth date. */
const isRareNumber = (text: string, isOneOfSeveral: boolean): boolean =>
  hasDigits(text) &&
  ASCII.test(text) &&
  !PART_OF_DATE.test(text) &&
  (text.length >= CHARACTERS_OF_NUMBER || (isOneOfSeveral && /^\d{4}$/.test(text) && !YEAR.test(text)));

const isWithin = (short: { text: string }, long: { text: string }): boolean =>
  short.text !== long.text && long.text.includes(short.text);

function numbersOf(known: AccountNames, ways: Condition): NumberText[] | null {
  const numbers: NumberText[] = [];
  for (const texts of ways) {
    const [day = ""] = texts;
    const rare = texts.filter((text) => isRareNumber(text, texts.length > 1)).sort((a, b) => b.length - a.length)[0];
    if (texts.length === 1 && isCalendarDate(day)) numbers.push({ day });
    else if (rare !== undefined) numbers.push({ text: rare, names: [...namesWith(known, rare)] });
    else return null;
  }
  // A number that contains the longer one of two texts also contains the shorter one, so the longer one is left out.
  return numbers.filter(
    (each) => !("text" in each) || !numbers.some((other) => "text" in other && isWithin(other, each)),
  );
}

function soughtWord(known: AccountNames, ways: Condition): SoughtWord {
  const names = namesOf(known, ways);
  return {
    ways,
    names,
    sufficient() {
      const texts = ways.flat();
      if (names === null || texts.length > ways.length) return null;
      return names.filter((name) => texts.some((text) => isInName(name.text, text)));
    },
    numbers: numbersOf(known, ways),
    condition: meets(ways),
  };
}

/** Returns the words of a search, each with what tells the patients who meet it. */
export const soughtWords = (known: AccountNames, query: string): SoughtWord[] =>
  patientConditions(query).map((ways) => soughtWord(known, ways));

const isBirthDate = ({ ways }: SoughtWord): boolean => ways.length > 0 && ways.flat().every(isCalendarDate);

/** Returns a word of a search with its birth dates as the only way to meet it. */
export function birthDatesOf({ ways }: SoughtWord): SoughtWord {
  const dates = ways.filter((texts) => texts.every(isCalendarDate));
  return { ways: dates, names: null, sufficient: () => null, numbers: null, condition: meets(dates) };
}

const isOneOf = (column: PgColumn, names: readonly KnownName[], part: "asLast" | "asFirst"): SQL => {
  const texts = names.filter((name) => name[part] > 0).map(({ text }) => text);
  return texts.length === 0 ? sql`false` : sql`${column} = ANY (${sql.param(texts)}::text[])`;
};
const isLast = (names: readonly KnownName[]): SQL => isOneOf(patient.lastName, names, "asLast");
const isFirst = (names: readonly KnownName[]): SQL => isOneOf(patient.firstName, names, "asFirst");

/** Condition for the patients who have one of these names as first or last name. */
export const isNamed = (names: readonly KnownName[]): SQL | undefined => or(isLast(names), isFirst(names));

/** Condition for the patients who have a name of each of two lists, by the index of both names. */
function isNamedBoth(some: readonly KnownName[], others: readonly KnownName[]): SQL | undefined {
  const second = new Set(others);
  const both = some.filter((name) => second.has(name));
  return or(and(isLast(some), isFirst(others)), and(isLast(others), isFirst(some)), isNamed(both));
}

/**
 * Condition for the patients in whose MRN or phone number a text may stand. It reads an index alone: the digits of a phone number
 * stand in it in their order, with other characters between them.
 */
const mayHaveNumber = (text: string): SQL | undefined =>
  or(
    like(/^\d+$/.test(text) ? patient.mrn : sql`lower(${patient.mrn})`, within(text)),
    /^\d+$/.test(text) ? like(patient.phone, `%${[...text].join("%")}%`) : undefined,
  );

/** Condition for the patients who may meet one of these texts: few, so that each is then judged as a whole. */
function ofNumbers(numbers: readonly NumberText[], linkedAccountId: string): SQL | undefined {
  const inNumbers = or(...numbers.map((each) => ("text" in each ? mayHaveNumber(each.text) : undefined)));
  return or(
    ...numbers.map((each) => ("day" in each ? eq(patient.dob, each.day) : isNamed(each.names))),
    inNumbers &&
      sql`${patient.mrn} = ANY (ARRAY (SELECT ${patient.mrn} FROM ${patient}
        WHERE ${and(ofOwnOrganization(patient), eq(patient.linkedAccountId, linkedAccountId), inNumbers)}))`,
  );
}

interface Search {
  linkedAccountId: string;
  words: readonly SoughtWord[];
  /** A condition that few patients meet. */
  within?: SQL | undefined;
  /** Ids in the EMR of patients who are left out. */
  without?: readonly string[];
  /** How many patients are asked for. */
  limit: number;
}

const isNoneOf = (ids: readonly string[] = []): SQL | undefined =>
  ids.length > 0 ? sql`${patient.ehrId} <> ALL (${sql.param(ids)}::text[])` : undefined;

/** Condition for the first patients by name among those who meet a word that many names contain. */
function firstByName(
  word: SoughtWord & { names: readonly KnownName[] },
  { linkedAccountId, words, limit, without }: Search,
): SQL {
  const left = isNoneOf(without);
  const condition = and(...words.map((each) => each.condition), left);
  // Without a further condition, of which PostgreSQL expects few patients, it reads the first ones in their order.
  const sufficient = words.length === 1 ? word.sufficient() : null;
  const names = sufficient ?? word.names;
  const ofAccount = and(
    ofOwnOrganization(patient),
    eq(patient.linkedAccountId, linkedAccountId),
    isNull(patient.mergedInto),
  );
  const first = (by: SQL | undefined) => sql`(SELECT ${patient.ehrId} FROM ${patient} WHERE ${and(ofAccount, by)}
    ORDER BY ${patient.lastName}, ${patient.firstName}, ${patient.mrn}, ${patient.ehrId} LIMIT ${limit})`;
  // Of first names that many have, enough are met by reading on in the order of names, which the list of names would prevent.
  const isCommon = names.reduce((sum, name) => sum + name.asFirst, 0) > FEW;
  const byFirst = isCommon
    ? first(condition)
    : sql`(SELECT ehr_id FROM (SELECT * FROM ${patient} WHERE ${and(ofAccount, isFirst(names), condition)} OFFSET 0) AS patient
        ORDER BY last_name, first_name, mrn, ehr_id LIMIT ${limit})`;
  const byLast = first(and(isLast(names), sufficient ? left : condition));
  const merged = isSurvivor(linkedAccountId, and(isNotNull(patient.mergedInto), condition));
  return sql`(${patient.ehrId} = ANY (ARRAY (${byLast} UNION ALL ${byFirst})) OR ${merged})`;
}

type NamedWord = SoughtWord & { names: readonly KnownName[]; patients: number };

/** Returns the words of which names are known, those that the fewest patients meet first. */
function namedWords(words: readonly SoughtWord[]): NamedWord[] {
  const named = words.flatMap(({ names, ...word }) => (names ? [{ ...word, names, patients: patientsOf(names) }] : []));
  return named.sort((a, b) => a.patients - b.patients);
}

/**
 * Condition for patients of whom those are some who meet all words of a search, read by an index: by a birth date, by the rarest
 * names, by two names together, or by a number; null if they are too many. Comparisons such as LIKE serve no index under row-level
 * security, and equality does.
 */
function amongFew(words: readonly SoughtWord[], linkedAccountId: string): SQL | undefined | null {
  const born = words.find(isBirthDate);
  if (born) return or(...born.ways.flat().map((day) => eq(patient.dob, day)));
  const [rarest, next] = namedWords(words);
  if (rarest && next) return rarest.patients <= FEW ? isNamed(rarest.names) : isNamedBoth(rarest.names, next.names);
  if (rarest) return rarest.patients <= FEW / 4 ? isNamed(rarest.names) : null;
  const numbers = words.find((word) => word.numbers !== null)?.numbers;
  return numbers ? ofNumbers(numbers, linkedAccountId) : null;
}

/** Condition for all patients who meet the words of a search themselves, also those who were merged; undefined without a word. */
export const allOf = (words: readonly SoughtWord[], linkedAccountId: string): SQL | undefined =>
  and(amongFew(words, linkedAccountId) ?? undefined, ...words.map((word) => word.condition));

/** Condition for all patients of a search, each merged one replaced by the one that survived; undefined if nothing is sought. */
export function everyoneOf({
  linkedAccountId,
  words,
  within: further,
}: Omit<Search, "limit" | "without">): SQL | undefined {
  const condition = and(...words.map((word) => word.condition), further);
  const by = words.length > 0 ? amongFew(words, linkedAccountId) : null;
  if (by !== null) return isSurvivor(linkedAccountId, and(by, condition));
  return condition && or(condition, isSurvivor(linkedAccountId, and(isNotNull(patient.mergedInto), condition)));
}

/**
 * Condition for the patients of a search, at least the first ones by name, each merged one replaced by the one that survived;
 * undefined if nothing is sought. The fewest rows are read (`amongFew`), else on in the order of names.
 */
export function foundBy(search: Search): SQL | undefined {
  const { linkedAccountId, words, within: further, without } = search;
  if (words.length === 0 && !further) return undefined;
  const condition = and(...words.map((word) => word.condition), further, isNoneOf(without));
  const few = (by: SQL | undefined) => isSurvivor(linkedAccountId, and(by, condition));
  if (further) return few(undefined);
  const by = amongFew(words, linkedAccountId);
  if (by !== null) return few(by);
  const [named] = namedWords(words);
  if (named) return firstByName(named, search);
  return or(condition, isSurvivor(linkedAccountId, and(isNotNull(patient.mergedInto), condition)));
}

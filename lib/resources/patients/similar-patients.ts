import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { isSurvivor } from "#lib/definitions/survivors";
import { isNamed, meets, namesWith, type SoughtWord } from "./patient-search.ts";
import { comparable, STEPS, similarNames } from "./similar-names.ts";

type PatientRow = typeof patient.$inferSelect;

/** Words of a search in which letters may be wrong; a longer text is no name that was misheard. */
const MOST_WORDS = 5;
/** Patients of one step of whom the most similar ones are chosen. */
const MOST_COMPARED = 100;

/** A word of a search, with the names that contain it or are similar to it. */
interface HeardWord extends SoughtWord {
  /** How unlike each name is; empty for a word in which no letter may be wrong. */
  similar: Map<string, number>;
}

/** Returns a word of a search as it was typed, but for its case. */
const wordOf = ({ ways }: SoughtWord): string => ways[0]?.[0] ?? "";

/** Returns how unlike the names of a patient are to a word: 0 if the patient meets it. */
function unlikeness({ ways, similar }: HeardWord, { firstName, lastName, searchText }: PatientRow): number {
  if (ways.some((texts) => texts.every((text) => searchText.includes(text)))) return 0;
  return Math.min(similar.get(firstName) ?? 0, similar.get(lastName) ?? 0);
}

/** Condition for the patients who meet a word, or one of whose names is similar to it and no more unlike than `most`. */
function isHeard({ ways, known, similar }: HeardWord, most: number): SQL | undefined {
  if (similar.size === 0) return meets(ways);
  const names = [...similar].filter(([, unlike]) => unlike <= most).map(([name]) => name);
  if (!known) return or(meets(ways), isNamed(names));
  return isNamed([...new Set([...ways.flat().flatMap((text) => namesWith(known, text)), ...names])]);
}

/** Returns the patients whose names are no more unlike to any word than `most`, by name. */
const heardAs = (tx: Transaction, linkedAccountId: string, words: readonly HeardWord[], most: number, left: string[]) =>
  tx
    .select()
    .from(patient)
    .where(
      and(
        eq(patient.linkedAccountId, linkedAccountId),
        isNull(patient.mergedInto),
        isSurvivor(linkedAccountId, and(...words.map((word) => isHeard(word, most)))),
        sql`${patient.ehrId} <> ALL (${sql.param(left)}::text[])`,
      ),
    )
    .orderBy(patient.lastName, patient.firstName, patient.mrn, patient.ehrId)
    .limit(MOST_COMPARED);

interface Sought {
  linkedAccountId: string;
  words: readonly SoughtWord[];
  /** Ids in the EMR of patients who are found already. */
  besides: readonly string[];
  limit: number;
}

/**
 * Returns patients whose names are similar to the words of a search, the most similar ones first, and by name among those that are
 * as similar: with one or two wrong letters in a word, or written in another way. None for a text without a name in which a letter
 * may be wrong.
 */
export async function similarPatients(tx: Transaction, sought: Sought): Promise<PatientRow[]> {
  const { linkedAccountId, words, besides, limit } = sought;
  const mayBeWrong = words.filter((word) => comparable(wordOf(word)) !== null);
  if (mayBeWrong.length === 0 || mayBeWrong.length > MOST_WORDS) return [];
  const heard = await Promise.all(
    words.map(async (word) => ({ ...word, similar: await similarNames(tx, linkedAccountId, wordOf(word)) })),
  );
  const steps = new Set(heard.flatMap(({ similar }) => [...similar.values()]));
  const found: PatientRow[] = [];
  for (const step of STEPS.filter((each) => steps.has(each))) {
    if (found.length >= limit) break;
    const left = [...besides, ...found.map(({ ehrId }) => ehrId)];
    const rows = await heardAs(tx, linkedAccountId, heard, step, left);
    const unlike = new Map(rows.map((row) => [row, heard.reduce((sum, word) => sum + unlikeness(word, row), 0)]));
    found.push(...rows.sort((a, b) => (unlike.get(a) ?? 0) - (unlike.get(b) ?? 0)));
  }
  return found.slice(0, limit);
}

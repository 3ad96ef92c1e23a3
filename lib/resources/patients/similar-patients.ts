import { or } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import type { AccountNames, KnownName } from "./account-names.ts";
import { foundBy, isNamed, meets, type SoughtWord } from "./patient-search.ts";
import { type PatientRow, readPatients } from "./read-patients.ts";
import { comparable, STEPS, similarNames } from "./similar-names.ts";

/** Words of a search in which letters may be wrong; a longer text is no name that was misheard. */
const MOST_WORDS = 5;
/** Patients of one step of whom the most similar ones are chosen. */
const MOST_COMPARED = 100;

/** A word of a search, with the names that contain it or are similar to it. */
interface HeardWord extends SoughtWord {
  /** How unlike each name is; empty for a word in which no letter may be wrong. */
  similar: ReadonlyMap<KnownName, number>;
}

/** Returns a word of a search as it was typed, but for its case. */
const wordOf = ({ ways }: SoughtWord): string => ways[0]?.[0] ?? "";

/** Returns how unlike the names of a patient are to a word: 0 if the patient meets it. */
function unlikeness({ names }: AccountNames, { ways, similar }: HeardWord, row: PatientRow): number {
  if (ways.some((texts) => texts.every((text) => row.searchText.includes(text)))) return 0;
  const unlike = (text: string) => {
    const name = names.get(text);
    return (name && similar.get(name)) ?? 0;
  };
  return Math.min(unlike(row.firstName), unlike(row.lastName));
}

/** Returns a word of a search that is met also by the similar names which are no more unlike than `most`. */
function heardAs({ similar, ...word }: HeardWord, most: number): SoughtWord {
  if (similar.size === 0) return word;
  const alike = [...similar].filter(([, unlike]) => unlike <= most).map(([name]) => name);
  // A name has more ways than the text of its patients: "mueller" is no exact match of Müller.
  const names = [...new Set([...(word.names ?? []), ...alike])];
  return {
    ...word,
    names: word.names && names,
    sufficient: () => word.names && names,
    numbers: null,
    condition: or(meets(word.ways), isNamed(names)),
  };
}

interface Sought {
  linkedAccountId: string;
  known: AccountNames;
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
  const { linkedAccountId, known, words, besides, limit } = sought;
  const mayBeWrong = words.filter((word) => comparable(wordOf(word)) !== null);
  if (mayBeWrong.length === 0 || mayBeWrong.length > MOST_WORDS) return [];
  const heard = words.map((word) => ({ ...word, similar: similarNames(known, wordOf(word)) }));
  const steps = new Set(heard.flatMap(({ similar }) => [...similar.values()]));
  const found: PatientRow[] = [];
  for (const step of STEPS.filter((each) => steps.has(each))) {
    if (found.length >= limit) break;
    const without = [...besides, ...found.map(({ ehrId }) => ehrId)];
    const asHeard = heard.map((word) => heardAs(word, step));
    const condition = foundBy({ linkedAccountId, words: asHeard, without, limit: MOST_COMPARED });
    const rows = await readPatients(tx, linkedAccountId, condition, MOST_COMPARED);
    const unlike = new Map(
      rows.map((row) => [row, heard.reduce((sum, word) => sum + unlikeness(known, word, row), 0)]),
    );
    found.push(...rows.sort((a, b) => (unlike.get(a) ?? 0) - (unlike.get(b) ?? 0)));
  }
  return found.slice(0, limit);
}

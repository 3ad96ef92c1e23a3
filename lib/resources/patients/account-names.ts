import { setImmediate as turn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { ownOrganization } from "#lib/db/own-organization";
import { readVersion } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import { singleton } from "#lib/kernel/singleton";
import { lettersOf } from "./name-letters.ts";
import { storedNameWords } from "./name-ways.ts";
import { type SortedWords, sortedWords } from "./near-words.ts";

/** A first or last name, as it is stored. */
export interface KnownName {
  text: string;
  words: readonly string[];
  /** Patients who have it as their last and as their first name. */
  asLast: number;
  asFirst: number;
}

/** A word by which names are found. */
export interface NameWord {
  text: string;
  /** The set of its letters, as `lettersOf` has it. */
  letters: number;
  names: KnownName[];
}

/** The names of an account's patients: far fewer than patients, so that they are compared in memory. */
export interface AccountNames extends SortedWords<NameWord> {
  /** State of the patients that they were read from. */
  version: string;
  names: ReadonlyMap<string, KnownName>;
  /** What stands between the digits of MRNs. */
  mrnMarks: readonly string[];
}

export const NO_NAMES: AccountNames = { version: "", names: new Map(), ...sortedWords<NameWord>([]), mrnMarks: [] };

/** Most names that a process keeps, of all accounts together: some 400 bytes each. */
const MOST_NAMES = 200_000;
/** How long the names of an account are kept after the last search. */
const KEPT_MS = 15 * 60_000;
/** Names that are taken apart in one turn of the event loop. */
const SLICE = 1_000;

interface Kept {
  /** The newest names that were read. */
  last: AccountNames | null;
  /** The reading that is under way. */
  reading: { version: string; names: Promise<AccountNames> } | null;
}

const kept = () =>
  singleton(
    "account-names",
    () =>
      new LRUCache<string, Kept>({
        maxSize: MOST_NAMES,
        ttl: KEPT_MS,
        ttlAutopurge: true,
        updateAgeOnGet: true,
        sizeCalculation: ({ last }) => Math.max(1, Math.min(MOST_NAMES, last?.names.size ?? 0)),
      }),
  );

interface Counted extends Record<string, unknown> {
  is_last: boolean;
  names: string[];
  counts: number[];
}

/** Reads the different last and first names, with the number of patients of each, in one pass over the patients. */
async function countedNames(tx: Transaction, linkedAccountId: string) {
  const { rows } = await tx.execute<Counted>(sql`
    SELECT is_last, to_json(array_agg(name)) AS names, to_json(array_agg(patients)) AS counts FROM (
      SELECT grouping(last_name) = 0 AS is_last, coalesce(last_name, first_name) AS name, count(*) AS patients FROM patient
      WHERE organization_id = ${ownOrganization}
        AND linked_account_id = ${linkedAccountId} GROUP BY GROUPING SETS (last_name, first_name)) AS counted
    WHERE name <> '' GROUP BY is_last`);
  return rows.map(({ is_last, names, counts }) => ({
    part: is_last ? ("asLast" as const) : ("asFirst" as const),
    names,
    counts,
  }));
}

async function readMrnMarks(tx: Transaction, linkedAccountId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ text: string }>(
    sql`SELECT text FROM patient_name WHERE organization_id = ${ownOrganization}
      AND linked_account_id = ${linkedAccountId} AND part = 'mrn'`,
  );
  return rows.map(({ text }) => text);
}

/** Sorts words by their code units, those that begin with one letter in one turn of the event loop. */
async function inOrder(words: Iterable<NameWord>): Promise<NameWord[]> {
  const sorted: NameWord[] = [];
  const byLetter = [...Map.groupBy(words, ({ text }) => text.charCodeAt(0))].sort(([one], [other]) => one - other);
  for (const [, alike] of byLetter) {
    for (const word of alike.sort((one, other) => (one.text < other.text ? -1 : 1))) sorted.push(word);
    await turn();
  }
  return sorted;
}

/** Returns the different words of names, sorted. */
async function wordsOf(names: Iterable<KnownName>): Promise<SortedWords<NameWord>> {
  const words = new Map<string, NameWord>();
  let taken = 0;
  for (const name of names) {
    // One text for all names that have the word.
    name.words = name.words.map((text) => {
      const word = words.get(text);
      if (word) word.names.push(name);
      else words.set(text, { text, letters: lettersOf(text), names: [name] });
      return word?.text ?? text;
    });
    taken += 1;
    if (taken % SLICE === 0) await turn();
  }
  return sortedWords(await inOrder(words.values()));
}

/** Reads the names of an account. Takes the words of names that were known before from there. */
async function readNames(
  tx: Transaction,
  { linkedAccountId, version, before }: { linkedAccountId: string; version: string; before?: AccountNames | undefined },
): Promise<AccountNames> {
  const [counted, mrnMarks] = await Promise.all([countedNames(tx, linkedAccountId), readMrnMarks(tx, linkedAccountId)]);
  const names = new Map<string, KnownName>();
  for (const { part, names: texts, counts } of counted)
    for (const [index, text] of texts.entries()) {
      const name = names.get(text);
      const patients = counts[index] ?? 0;
      if (name) name[part] = patients;
      else {
        const words = before?.names.get(text)?.words ?? storedNameWords(text);
        names.set(text, { text, words, asLast: 0, asFirst: 0, [part]: patients });
      }
      if (index % SLICE === 0) await turn();
    }
  return { version, names, ...(await wordsOf(names.values())), mrnMarks };
}

/**
 * Returns the names of the account's patients as they are now, whichever process stored the patients: each change of patients
 * replaces their table's version. Read anew only after a change; searches that come meanwhile wait for the same reading.
 */
export async function accountNames(tx: Transaction, linkedAccountId: string): Promise<AccountNames> {
  const version = await readVersion(tx, linkedAccountId, ["patient", "patient_name"]);
  const known = kept().get(linkedAccountId);
  if (known?.last?.version === version) return known.last;
  if (known?.reading?.version === version) {
    const shared = await known.reading.names.catch(() => null);
    if (shared) return shared;
  }
  const names = readNames(tx, { linkedAccountId, version, before: known?.last ?? undefined });
  kept().set(linkedAccountId, { last: known?.last ?? null, reading: { version, names } });
  try {
    const last = await names;
    kept().set(linkedAccountId, { last, reading: null });
    return last;
  } catch (error) {
    kept().delete(linkedAccountId);
    throw error;
  }
}

/** Returns the names with a word that contains a text. */
export function namesWith({ words }: AccountNames, text: string): Set<KnownName> {
  const letters = lettersOf(text);
  const found = new Set<KnownName>();
  for (const word of words)
    if ((letters & ~word.letters) === 0 && word.text.includes(text)) for (const name of word.names) found.add(name);
  return found;
}

/** Returns how many patients have one of these names, at most: those with two of them are counted twice. */
export const patientsOf = (names: Iterable<KnownName>): number => {
  let sum = 0;
  for (const { asLast, asFirst } of names) sum += asLast + asFirst;
  return sum;
};

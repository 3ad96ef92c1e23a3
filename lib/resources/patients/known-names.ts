import { and, eq, like, or, type SQL, sql } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import { patientName, patientWord } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { EmrPatient } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { lettersOf } from "./name-letters.ts";
import { MAX_NAME, storedNameWords } from "./name-ways.ts";

/** What stands between the digits of an MRN. */
const BETWEEN_DIGITS = /[^\d\s]+/g;

/** A text that several patients may share: a first or last name, or what stands between the digits of their MRNs. */
export interface KnownText {
  part: "name" | "mrn";
  text: string;
  /** A word of it that was found. */
  word: string;
}

type Unknown = Pick<KnownText, "part" | "text">;

const wordsOf = ({ part, text }: Unknown): string[] => (part === "name" ? storedNameWords(text) : [text.toLowerCase()]);

/** Keeps texts that the account does not know yet, with their words. */
async function keep(tx: Transaction, tenant: AccountTenant, texts: readonly Unknown[]): Promise<void> {
  const { organizationId, linkedAccountId } = tenant;
  const names = texts.flatMap((text) => wordsOf(text).map((word) => ({ ...text, word })));
  if (names.length === 0) return;
  // In one order, so that two syncs do not wait for each other in a circle.
  names.sort((a, b) => (a.part + a.text < b.part + b.text ? -1 : 1));
  const words = [...new Set(names.map(({ word }) => word))].sort().map((word) => ({ word, letters: lettersOf(word) }));
  await changeRecords(
    tx,
    tenant,
    patientWord,
    sql`INSERT INTO patient_word (organization_id, linked_account_id, word, letters)
    SELECT ${organizationId}, ${linkedAccountId}, word, letters
    FROM jsonb_to_recordset(${JSON.stringify(words)}::jsonb) AS given (word text, letters integer)
    ON CONFLICT DO NOTHING RETURNING 1`,
  );
  await changeRecords(
    tx,
    tenant,
    patientName,
    sql`INSERT INTO patient_name (organization_id, linked_account_id, part, text, word)
    SELECT ${organizationId}, ${linkedAccountId}, part, text, word
    FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS given (part text, text text, word text)
    ON CONFLICT DO NOTHING RETURNING 1`,
  );
}

/** Keeps the names of patients, and what stands between the digits of their MRNs, in the transaction that stores them. */
export async function keepNames(
  tx: Transaction,
  tenant: AccountTenant,
  patients: readonly Pick<EmrPatient, "firstName" | "lastName" | "mrn">[],
): Promise<void> {
  if (patients.length === 0) return;
  const names = new Set(patients.flatMap(({ firstName, lastName }) => [firstName, lastName]).filter(Boolean));
  const marks = new Set(patients.flatMap(({ mrn }) => mrn.slice(0, MAX_NAME).match(BETWEEN_DIGITS) ?? []));
  const given = [
    ...[...names].map((text) => ({ part: "name", text })),
    ...[...marks].map((text) => ({ part: "mrn", text })),
  ];
  // With OFFSET 0 each name is looked up by the index; as a join PostgreSQL reads all names of the account for every page.
  const { rows } = await tx.execute<Unknown & Record<string, unknown>>(sql`
    SELECT given.part, given.text FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (part text, text text)
    WHERE NOT EXISTS (SELECT FROM patient_name AS known WHERE known.linked_account_id = ${tenant.linkedAccountId}
      AND known.part = given.part AND known.text = given.text OFFSET 0)`);
  await keep(tx, tenant, rows);
}

/** Names of patients that are added in one step. */
const SLICE = 5_000;

/**
 * Makes the kept names those of the account's patients: adds what a process of the version before has stored, and removes what no
 * patient has any more.
 */
export async function settleNames(tx: Transaction, tenant: AccountTenant): Promise<void> {
  const { linkedAccountId } = tenant;
  const carried = sql`SELECT last_name AS text FROM patient WHERE linked_account_id = ${linkedAccountId}
    UNION SELECT first_name FROM patient WHERE linked_account_id = ${linkedAccountId}`;
  const { rows } = await tx.execute<{ text: string }>(sql`
    SELECT text FROM (${carried}) AS carried WHERE text <> ''
      AND text NOT IN (SELECT text FROM patient_name WHERE linked_account_id = ${linkedAccountId} AND part = 'name')`);
  for (let from = 0; from < rows.length; from += SLICE) {
    const texts = rows.slice(from, from + SLICE).map(({ text }) => ({ part: "name" as const, text }));
    await keep(tx, tenant, texts);
  }
  await changeRecords(
    tx,
    tenant,
    patientName,
    sql`DELETE FROM patient_name WHERE linked_account_id = ${linkedAccountId} AND part = 'name'
      AND text NOT IN (${carried}) RETURNING 1`,
  );
  await changeRecords(
    tx,
    tenant,
    patientWord,
    sql`DELETE FROM patient_word WHERE linked_account_id = ${linkedAccountId}
      AND word NOT IN (SELECT word FROM patient_name WHERE linked_account_id = ${linkedAccountId}) RETURNING 1`,
  );
}

/** Returns the account's names and parts of MRNs with a word that meets a condition, at most `most`. */
const withWords = (tx: Transaction, linkedAccountId: string, condition: SQL | undefined, most: number) =>
  tx
    .select({ part: patientName.part, text: patientName.text, word: patientName.word })
    .from(patientName)
    .where(and(eq(patientName.linkedAccountId, linkedAccountId), condition))
    .limit(most);

/** Returns the account's texts with one of these words, at most `most`. */
export const textsOf = (tx: Transaction, linkedAccountId: string, words: readonly string[], most: number) =>
  withWords(tx, linkedAccountId, sql`${patientName.word} = ANY (${sql.param(words)}::text[])`, most);

/** Returns the account's texts with a word that is like one of the patterns, at most `most`. */
export async function textsLike(
  tx: Transaction,
  linkedAccountId: string,
  patterns: readonly string[],
  most: number,
): Promise<KnownText[]> {
  const isLike = or(...patterns.map((pattern) => like(patientWord.word, pattern)));
  const words = sql`SELECT word FROM patient_word WHERE linked_account_id = ${linkedAccountId} AND ${isLike}`;
  return withWords(tx, linkedAccountId, sql`${patientName.word} = ANY (ARRAY (${words}))`, most);
}

/** Parts of MRNs with which a number is tried; an account with more has MRNs that are not numbered. */
const MOST_MARKS = 20;

/** Returns what stands before or between the digits of the account's MRNs. */
export async function mrnMarks(tx: Transaction, linkedAccountId: string): Promise<string[]> {
  const rows = await tx
    .select({ text: patientName.text })
    .from(patientName)
    .where(and(eq(patientName.linkedAccountId, linkedAccountId), eq(patientName.part, "mrn")))
    .limit(MOST_MARKS);
  return rows.map(({ text }) => text);
}

import { and, inArray, type SQL } from "drizzle-orm";
import { z } from "zod";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineQuery } from "#lib/definitions/query";
import { isSurvivor } from "#lib/definitions/survivors";
import { scannedText } from "#lib/kernel/scanned-text";
import { wholeNumberUpTo } from "#lib/kernel/whole-number";
import { type AccountNames, accountNames, NO_NAMES } from "./account-names.ts";
import { patientModel } from "./model.ts";
import { birthDatesOf, foundBy, type SoughtWord, soughtWords } from "./patient-search.ts";
import { mrnsParameter, toModel } from "./queries.ts";
import { type PatientRow, readPatients } from "./read-patients.ts";
import { similarPatients } from "./similar-patients.ts";

const MAX_LIMIT = 50;
const DEFAULT_LIMIT = 12;

const patientMatch = z
  .object({
    patient: patientModel,
    match: z
      .enum(["mrn", "exact", "similar"])
      .describe(
        "`mrn`: the text is the patient's MRN. `exact`: the patient meets every word. `similar`: at least one word is a name with one or two other letters, or written in another way",
      ),
  })
  .meta({ id: "PatientMatch" });

/** Digits that are not looked for in other MRNs and in phone numbers once they are found to be an MRN. */
const MANY_DIGITS = 6;
const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** Parts of MRNs with which a number is tried; an account with more has MRNs that are not numbered. */
const MOST_MARKS = 20;

/** Returns the MRNs that a text may be: as it is, in capitals, in small letters, or its digits behind what MRNs begin with. */
function mrnsOf({ mrnMarks }: AccountNames, text: string): string[] {
  const beginnings = isDigits(text) ? mrnMarks.slice(0, MOST_MARKS) : [];
  return [...new Set([text, text.toUpperCase(), text.toLowerCase(), ...beginnings.map((mark) => mark + text)])];
}

interface Typed {
  known: AccountNames;
  text: string;
  within: SQL | undefined;
  limit: number;
}

/** Reads the patients whose MRN a text is. */
async function carriersOf(
  tx: Transaction,
  linkedAccountId: string,
  { known, text, within, limit }: Typed,
): Promise<PatientRow[]> {
  if (text === "" || text.includes(" ")) return [];
  const condition = and(within, inArray(patient.mrn, mrnsOf(known, text)));
  return readPatients(tx, linkedAccountId, condition && isSurvivor(linkedAccountId, condition), limit);
}

/** Reads the patients who meet all words of a search, without some. */
async function exactOf(
  tx: Transaction,
  linkedAccountId: string,
  { words, within, limit, besides }: Exact,
): Promise<PatientRow[]> {
  if (words.some(({ ways }) => ways.length === 0) || besides.length >= limit) return [];
  const condition = foundBy({ linkedAccountId, words, within, limit });
  const found = await readPatients(tx, linkedAccountId, condition, limit);
  const left = new Set(besides.map(({ ehrId }) => ehrId));
  return found.filter(({ ehrId }) => !left.has(ehrId)).slice(0, limit - besides.length);
}

interface Exact {
  words: readonly SoughtWord[];
  within: SQL | undefined;
  limit: number;
  besides: readonly PatientRow[];
}

/**
 * GET /patient-matches: the patients whom a typed text most likely means, best first (decisions §5): whose MRN it is, who meet
 * every word, and, where these leave room, whose names are similar.
 */
export const listPatientMatches = defineQuery({
  path: "/patient-matches",
  embed: { narrows: "mrns", without: ["query"] },
  summary: "Find the patients whom a typed text most likely means",
  description:
    "At most 50, best first. Unlike GET /patients, also by names with one or two wrong letters, or written in another way, and says so.",
  permission: "patients:read",
  patientData: true,
  query: z.object({
    query: z
      .string({ error: "must be a string" })
      .max(200, "must have at most 200 characters")
      .default("")
      .describe("Name, MRN, phone or birth date; without it, the first patients by name"),
    mrns: mrnsParameter,
    limit: wholeNumberUpTo(MAX_LIMIT).default(DEFAULT_LIMIT).describe(`Patients, 1 to ${MAX_LIMIT}`),
  }),
  body: z.object({ patient_matches: z.array(patientMatch) }),
  async read({ tx, linkedAccountId, query: { query, mrns: among, limit } }) {
    const text = scannedText(query);
    const within = among ? inArray(patient.mrn, among) : undefined;
    const known = text === "" ? NO_NAMES : await accountNames(tx, linkedAccountId);
    const words = soughtWords(known, text);
    // A text of marks alone, such as a dash, is in nobody's name; it must not mean everybody.
    if (text !== "" && words.length === 0) return { patient_matches: [] };
    const carriers = await carriersOf(tx, linkedAccountId, { known, text, within, limit });
    const isMrn = carriers.length > 0 && isDigits(text) && text.length >= MANY_DIGITS;
    const meant = isMrn ? words.map(birthDatesOf) : words;
    const exact = await exactOf(tx, linkedAccountId, { words: meant, within, limit, besides: carriers });
    const room = among || isMrn ? 0 : limit - carriers.length - exact.length;
    const besides = [...carriers, ...exact].map(({ ehrId }) => ehrId);
    const similar = room > 0 ? await similarPatients(tx, { linkedAccountId, known, words, besides, limit: room }) : [];
    const matches = [
      ...carriers.map((row) => ({ patient: toModel(row), match: "mrn" as const })),
      ...exact.map((row) => ({ patient: toModel(row), match: "exact" as const })),
      ...similar.map((row) => ({ patient: toModel(row), match: "similar" as const })),
    ];
    return { patient_matches: matches };
  },
});

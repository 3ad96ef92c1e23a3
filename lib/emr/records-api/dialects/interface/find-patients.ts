import { MOST_PATIENTS } from "#lib/emr/port/live-reading";
import type { EmrPatient, LivePatients, PatientQuestion } from "#lib/emr/port/port";
import { plainLetters } from "#lib/kernel/plain-letters";
import { type Reading, readPatientsBy } from "./pages.ts";

/** Pages that one live fetch reads: a search may return many who are named so in another way. */
const MOST_PAGES = 10;

const dialled = (phone: string): string => phone.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");

const wordsOf = (text: string): string[] =>
  plainLetters(text)
    .split(/[\s,]+/)
    .filter(Boolean);

/** Returns the search of GET /patients for a question. One for an MRN with a comma, which `mrns` separates, is by words. */
function searchFor(question: PatientQuestion): Record<string, string> {
  if ("mrn" in question) return question.mrn.includes(",") ? { query: question.mrn } : { mrns: question.mrn };
  if ("dob" in question) return { query: question.dob };
  return { query: "phone" in question ? dialled(question.phone) : question.name };
}

/** Returns whether a question names a patient: a search finds others too, such as those whose number it is a part of. */
function isNamed(question: PatientQuestion, patient: EmrPatient): boolean {
  if ("mrn" in question) return patient.mrn === question.mrn;
  if ("dob" in question) return patient.dob === question.dob;
  if ("phone" in question) {
    return [patient.phone, patient.mobilePhone ?? ""].map(dialled).includes(dialled(question.phone));
  }
  const { firstName, middleName, lastName } = patient;
  const parts = ` ${wordsOf(`${firstName} ${middleName ?? ""} ${lastName}`).join(" ")}`;
  return wordsOf(question.name).every((word) => parts.includes(` ${word}`));
}

/**
 * Reads the patients whom a live fetch names, which the remote itself has fetched before. No read of the interface finds a patient
 * by the EMR's id, so that one who is not returned cannot be asked for. Throws EmrErrors.
 */
export async function findPatients(
  reading: Reading,
  question: PatientQuestion,
  signal: AbortSignal,
): Promise<LivePatients> {
  const found: LivePatients = { records: [], faulty: [], hasMore: false, cannotAsk: true };
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await readPatientsBy(reading, searchFor(question), cursor, signal);
    found.records.push(...page.records.filter((patient) => isNamed(question, patient)));
    found.faulty.push(...page.faulty);
    cursor = page.next;
    if (cursor === null || found.records.length > MOST_PATIENTS) break;
  }
  const hasMore = cursor !== null || found.records.length > MOST_PATIENTS;
  return { ...found, records: found.records.slice(0, MOST_PATIENTS), hasMore };
}

import type { FhirContext } from "#lib/emr/fhir/context";
import { searchMoment } from "#lib/emr/fhir/search-moment";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { MOST_PATIENTS } from "#lib/emr/port/live-reading";
import type { LivePatients, LiveSchedules, PatientQuestion } from "#lib/emr/port/port";
import { plainLetters } from "#lib/kernel/plain-letters";
import { text } from "./elements.ts";
import { firstPlace, readSearch, type SearchPlace } from "./pages.ts";
import type { Reading } from "./resolve.ts";
import { readSingly } from "./singly.ts";
import { idsOf, type Source } from "./source.ts";

const DAY_MS = 86_400_000;
/** The form of a FHIR id. */
const OWN_ID = /^[A-Za-z0-9.-]{1,64}$/;

/** Pages of one search for patients: of a server that does not know the parameter, more would be all patients. */
const MOST_PAGES = 5;

/**
 * Reads the resources of some time to the end of their pages, with those of a day more on either side, as the server's days may
 * begin at other moments. Throws an EmrError.
 */
export async function readTime(
  context: FhirContext,
  source: Source<"appointments">,
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<LiveSchedules> {
  const asked = (moment: string, days: number): string => {
    const at = new Date(Date.parse(moment) + days * DAY_MS);
    return context.findings.day_search_by === "moment" ? searchMoment(at) : at.toISOString().slice(0, 10);
  };
  const { byTime = "date" } = source;
  const only = [
    [byTime, `ge${asked(from, -1)}`],
    [byTime, `le${asked(to, 1)}`],
  ] as const;
  const read: Required<LiveSchedules> = { records: [], faulty: [], mayHaveParts: [] };
  for (let place: SearchPlace | null = firstPlace(context, null); place; ) {
    const page = await readSearch(context, { ...source, only }, place, signal);
    const { records, faulty } = await source.read(page.resources, signal);
    read.records.push(...records);
    read.faulty.push(...faulty);
    if (source.hasParts) read.mayHaveParts.push(...idsOf(page.resources));
    place = page.next;
  }
  return read;
}

/** Returns a value of a search parameter in which no character has a meaning of its own. */
const literal = (value: string): string => value.replaceAll(/[\\,|$]/g, "\\$&");

const digitsOf = (phone: string): string => phone.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");

const wordsOf = (name: string): string[] => name.split(/[\s,]+/).filter(Boolean);

/** Returns the ways in which ten digits are written: a search for a telephone number compares it as a whole. */
function writtenAs(digits: string): string[] {
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(digits) ?? [];
  if (!area) return [digits];
  const local = `${exchange}-${line}`;
  return [digits, `${area}-${local}`, `(${area}) ${local}`, `(${area})${local}`, `${area}.${exchange}.${line}`].flatMap(
    (way) => [way, `1-${way}`, `+1${way}`, `+1 ${way}`, `+1-${way}`],
  );
}

/** Returns the parameters of a search for patients. */
function parametersOf(question: PatientQuestion, mrnSystem: string | undefined): [name: string, value: string][] {
  if ("mrn" in question) {
    const system = mrnSystem === undefined ? "" : `${literal(mrnSystem)}|`;
    return [["identifier", `${system}${literal(question.mrn)}`]];
  }
  if ("dob" in question) return [["birthdate", question.dob]];
  if ("phone" in question) return [["phone", writtenAs(digitsOf(question.phone)).map(literal).join(",")]];
  // Some servers refuse a parameter that stands twice: the other words are compared here.
  const [longest = ""] = wordsOf(question.name).toSorted((one, other) => other.length - one.length);
  return [["name", literal(longest)]];
}

/** Returns all words of a patient's names, in plain letters. */
const namesOf = (patient: Untrusted): string[] =>
  objectsOf(patient.name).flatMap(({ given, family, text: whole }) =>
    [...(Array.isArray(given) ? given : []), family, whole].flatMap((part) => wordsOf(plainLetters(text(part)))),
  );

/** Returns whether a patient is whom a question names: a server that ignores a parameter returns others. */
function isNamed({ references }: Reading, question: PatientQuestion, patient: Untrusted): boolean {
  if ("mrn" in question) return references.mrn(patient) === question.mrn;
  if ("dob" in question) return patient.birthDate === question.dob;
  if ("phone" in question) {
    const digits = digitsOf(question.phone);
    return objectsOf(patient.telecom).some(({ value }) => digitsOf(text(value)) === digits);
  }
  const names = namesOf(patient);
  return wordsOf(plainLetters(question.name)).every((word) => names.some((name) => name.startsWith(word)));
}

/** Searches for the patients whom a question names. Throws an EmrError. */
export async function findPatients(
  reading: Reading,
  source: Source<"patients">,
  question: PatientQuestion,
  signal: AbortSignal,
): Promise<LivePatients> {
  const { context } = reading;
  const search = { ...source, only: parametersOf(question, context.connection.mrn_system) };
  const found: LivePatients = { records: [], faulty: [], hasMore: false };
  let place: SearchPlace | null = firstPlace(context, null);
  for (let pages = 0; place && found.records.length <= MOST_PATIENTS; pages++) {
    if (pages === MOST_PAGES) return { ...found, hasMore: true };
    const page = await readSearch(context, search, place, signal);
    const named = page.resources.filter((patient) => isNamed(reading, question, patient));
    const { records, faulty } = await source.read(named, signal);
    found.records.push(...records);
    found.faulty.push(...faulty);
    place = page.next;
  }
  if ("mrn" in question && found.records.length === 0) {
    // A patient without a number has its id as the MRN, which no search finds.
    const { resource } = OWN_ID.test(question.mrn)
      ? await readSingly(context.server, source.type, question.mrn, signal)
      : { resource: null };
    if (resource && isNamed(reading, question, resource))
      return { ...(await source.read([resource], signal)), hasMore: false };
  }
  const hasMore = place !== null || found.records.length > MOST_PATIENTS;
  return { ...found, records: found.records.slice(0, MOST_PATIENTS), hasMore };
}

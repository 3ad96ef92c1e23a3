import type { z } from "zod";
import {
  EmrError,
  type EmrPatient,
  type FaultyRecord,
  type PageStart,
  type RecordPage,
  type SyncedRecords,
  type SyncKind,
} from "#lib/emr/port/port";
import { appointment, appointmentPatient } from "#lib/emr/records-api/appointment";
import { readDocumentPage } from "#lib/emr/records-api/documents";
import {
  claim,
  document,
  form,
  location,
  patient,
  provider,
  recall,
  referral,
  referringProvider,
  staff,
  visitType,
} from "#lib/emr/records-api/records";
import type { Remote } from "#lib/emr/records-api/remote";
import { listOf, nextCursorOf, parseRows, saysCut } from "#lib/emr/records-api/rows";
import type { ReadPath, Traits } from "#lib/emr/records-api/traits";
import { readSchedule, type ScheduleReading } from "./schedule.ts";
import { readSettings } from "./settings.ts";
import { shownAsReadLast } from "./shown-as-read-last.ts";

/** The state that the reads of one connection share. */
export interface Reading {
  remote: Remote;
  traits: Traits;
  timeZone: string;
}

export const CATEGORIES = ["appointment", "schedule_slot", "schedule_block"] as const;

/** Fields that identify a record of the schedule, the EMR's first. */
export const VISIT_IDS = ["emr_appointment_id", "ehr_appointment_id", "id"] as const;

/** Rows of a page, of reads that the remote pages. */
const PAGE_ROWS = "1000";

interface List {
  path: ReadPath;
  /** Name of the list in the answer. */
  name: string;
  schema: z.ZodType;
  /** Fields that identify a faulty record. */
  ids: readonly string[];
}

type ListedKind = Exclude<SyncKind, "settings" | "appointments" | "forms">;

const listsOf = (timeZone: string): Record<ListedKind, List> => ({
  locations: { path: "/locations", name: "locations", schema: location, ids: ["emr_id", "id"] },
  providers: { path: "/providers", name: "providers", schema: provider, ids: ["ehr_id", "id"] },
  visit_types: { path: "/visit-types", name: "visit_types", schema: visitType, ids: ["id"] },
  staff: { path: "/staff", name: "staff", schema: staff, ids: ["ehr_id", "id"] },
  referring_providers: {
    path: "/referring-providers",
    name: "referring_providers",
    schema: referringProvider,
    ids: ["id", "ehr_id"],
  },
  patients: { path: "/patients", name: "patients", schema: patient, ids: ["ehr_id", "mrn"] },
  claims: { path: "/claims", name: "claims", schema: claim, ids: ["emr_claim_id", "id"] },
  referrals: { path: "/referrals", name: "referrals", schema: referral(timeZone), ids: ["id"] },
  recalls: { path: "/recalls", name: "recalls", schema: recall(timeZone), ids: ["id"] },
  documents: { path: "/documents", name: "documents", schema: document(timeZone), ids: ["id"] },
});

const WHOLE = { deleted: [], total: null, since: null };

/** Returns the records of a page, and as faulty those that are not understood or that the remote shows as it read them last. */
export function recordsOf<Schema extends z.ZodType>(rows: readonly unknown[], schema: Schema, ids: readonly string[]) {
  const { records, faulty } = parseRows(rows, schema, ids);
  return { records, faulty: [...shownAsReadLast(rows, ids), ...faulty] };
}

/** Reads one page of a list with the remote's cursor. Throws an EmrError if the remote cuts the list without one. */
async function readList(
  { remote, traits }: Reading,
  { path, name }: List,
  { cursor, search = {} }: { cursor: string | null; search?: Record<string, string> },
  signal: AbortSignal,
) {
  const query = { ...search, ...(traits.pages ? { limit: PAGE_ROWS } : {}), ...(cursor === null ? {} : { cursor }) };
  const body = await remote.get(path, query, signal);
  if (saysCut(body)) {
    throw new EmrError("passing", `The EMR cuts its list of ${name} and offers no next page`, { notDone: true });
  }
  return { rows: listOf(body, name), next: nextCursorOf(body) };
}

export const scheduleOf = (
  { remote, traits, timeZone }: Reading,
  categories: ScheduleReading["categories"],
): ScheduleReading => ({ remote, timeZone, categories, pages: traits.pages });

/** Returns the ids of the locations by their names, by which appointments name them (interface 2.10). */
export async function locationIdsOf(reading: Reading, signal: AbortSignal): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  if (!reading.traits.answers("/locations")) return ids;
  const list = listsOf(reading.timeZone).locations;
  for (let cursor: string | null = null; ; ) {
    const { rows, next } = await readList(reading, list, { cursor }, signal);
    for (const { name, emrId } of parseRows(rows, location, list.ids).records) ids.set(name, emrId);
    if (next === null) return ids;
    cursor = next;
  }
}

async function readAppointments(
  reading: Reading,
  locationIds: () => Promise<ReadonlyMap<string, string>>,
  cursor: string | null,
  signal: AbortSignal,
) {
  const [{ category, rows, next }, places] = await Promise.all([
    readSchedule(scheduleOf(reading, CATEGORIES), cursor, signal),
    locationIds(),
  ]);
  return { ...WHOLE, ...recordsOf(rows, appointment(reading.timeZone, category, places), VISIT_IDS), next };
}

/** Reads the patients of a window of appointments, each once. */
async function readPatientsOfAppointments(reading: Reading, { cursor, since }: PageStart, signal: AbortSignal) {
  const { rows, next } = await readSchedule(scheduleOf(reading, ["appointment"]), cursor, signal);
  const { records, faulty } = parseRows(rows, appointmentPatient, ["patient_ehr_id", "patient_mrn"]);
  const unique = new Map(records.flatMap((found) => (found === null ? [] : [[found.ehrId, found] as const])));
  const read = { records: [...unique.values()], faulty, deleted: [], total: null, next };
  return { ...read, since: next === null ? new Date().toISOString() : since };
}

/** Reads all forms: the list names them, and each one is read for its questions. */
async function readForms({ remote }: Reading, cursor: string | null, signal: AbortSignal) {
  const body = await remote.get("/forms", cursor === null ? {} : { cursor }, signal);
  const rows: unknown[] = [];
  for (const listed of listOf(body, "forms")) {
    const { id, emr_form_id } = listed as { id?: unknown; emr_form_id?: unknown };
    const { form: found } = await remote.get(`/forms/${encodeURIComponent(String(id ?? emr_form_id))}`, {}, signal);
    rows.push(found ?? listed);
  }
  return { ...WHOLE, ...recordsOf(rows, form, ["emr_form_id", "id"]), next: nextCursorOf(body) };
}

async function readListed(reading: Reading, kind: ListedKind, cursor: string | null, signal: AbortSignal) {
  const list = listsOf(reading.timeZone)[kind];
  const { rows, next } = await readList(reading, list, { cursor }, signal);
  return { ...WHOLE, ...recordsOf(rows, list.schema, list.ids), next };
}

/** Reads one page of the patients whom a search finds. Throws EmrErrors. */
export async function readPatientsBy(
  reading: Reading,
  search: Record<string, string>,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ records: EmrPatient[]; faulty: FaultyRecord[]; next: string | null }> {
  const list = listsOf(reading.timeZone).patients;
  const { rows, next } = await readList(reading, list, { cursor, search }, signal);
  return { ...recordsOf(rows, patient, list.ids), next };
}

/** Returns the reader of pages of one connection. The locations' names are read once per connection. */
export function pageReader(reading: Reading) {
  let places: Promise<ReadonlyMap<string, string>> | null = null;
  const placesOf = (signal: AbortSignal) => () => {
    places ??= locationIdsOf(reading, signal).catch((error: unknown) => {
      places = null;
      throw error;
    });
    return places;
  };

  async function pageOf(kind: SyncKind, start: PageStart, signal: AbortSignal) {
    const { cursor } = start;
    switch (kind) {
      case "settings":
        return { ...WHOLE, records: [await readSettings(reading, signal)], faulty: [], next: null };
      case "appointments":
        return readAppointments(reading, placesOf(signal), cursor, signal);
      case "documents":
        if (reading.traits.answers("/documents")) return readListed(reading, kind, cursor, signal);
        return {
          ...WHOLE,
          ...(await readDocumentPage(reading.remote, { cursor, now: new Date().toISOString() }, signal)),
        };
      case "forms":
        return readForms(reading, cursor, signal);
      case "patients":
        if (!reading.traits.answers("/patients")) return readPatientsOfAppointments(reading, start, signal);
        return readListed(reading, kind, cursor, signal);
      default:
        return readListed(reading, kind, cursor, signal);
    }
  }

  // Which records a page has depends on the value of `kind`, which the compiler does not follow.
  return async <Kind extends SyncKind>(kind: Kind, start: PageStart, signal: AbortSignal): Promise<RecordPage<Kind>> =>
    (await pageOf(kind, start, signal)) as unknown as RecordPage<Kind> & { records: SyncedRecords[Kind][] };
}

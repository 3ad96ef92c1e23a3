import type { z } from "zod";
import { jsonOf } from "#lib/emr/http/json";
import type {
  Cover,
  EachRead,
  EmrAppointment,
  FaultyRecord,
  PageStart,
  RecordPage,
  SyncedRecords,
  SyncKind,
} from "#lib/emr/port/port";
import { pageReader as interfacePages } from "#lib/emr/records-api/dialects/interface/pages";
import { documentsNamedBy } from "#lib/emr/records-api/documents";
import { type Remote, refusalOf } from "#lib/emr/records-api/remote";
import { parseRows } from "#lib/emr/records-api/rows";
import type { Traits } from "#lib/emr/records-api/traits";
import { recordIn } from "./answers.ts";
import { LIST_START, type ListOf, listPlace, readList, readWhole } from "./lists.ts";
import { AVAILABILITY_PATH } from "./names.ts";
import { isOpenTime } from "./open-time.ts";
import { EVERY_OPEN_TIME, openPlaceOf, openTimesAfter, openTimesOfService } from "./open-times.ts";
import { claim, location, patient, provider, referral, referringProvider, visit, visitPatient } from "./records.ts";
import { readOwnSettings, readSettings, visitTypesOf } from "./settings.ts";
import { daysOf, momentsOf, placeAfter, type Span, sinceAfter, windowPlaceOf } from "./windows.ts";

/** The state that the reads of one connection share. */
export interface Reading {
  remote: Remote;
  traits: Traits;
  timeZone: string;
}

type Days = "appointments" | "claims" | "referrals";

/** The days of each list by dates. */
export const SPANS: Readonly<Record<Days, Span>> = {
  appointments: { near: { before: 1, after: 13 }, far: { before: 182, after: 364 }, window: 28 },
  claims: { near: { before: 30, after: 1 }, far: { before: 730, after: 1 }, window: 91 },
  referrals: { near: { before: 30, after: 1 }, far: { before: 730, after: 1 }, window: 91 },
};

export const LISTS = {
  locations: { path: "/locations", names: ["locations"], ids: ["ehr_id", "id"] },
  providers: { path: "/providers", names: ["providers"], ids: ["ehr_id", "id"] },
  referring_providers: { path: "/referring-providers", names: ["referring_providers"], ids: ["ehr_id", "id"] },
  patients: { path: "/patients", names: ["patients"], ids: ["mrn", "ehr_id", "id"] },
  appointments: {
    path: "/appointments",
    names: ["appointments"],
    ids: ["ehr_appointment_id", "emr_appointment_id", "id"],
  },
  claims: { path: "/claims", names: ["claims"], ids: ["emr_claim_id", "id"] },
  referrals: { path: "/referrals", names: ["referrals"], ids: ["id", "ehr_id"] },
} as const satisfies Record<string, ListOf>;

const WHOLE = { deleted: [], total: null, since: null };

/** Lists of which a reading asks for some pages beside another one. */
const MOST_PAGES = 20;

/** What the rows of a page are to a kind. */
interface Parsed<Found = unknown> {
  records: Found[];
  faulty: FaultyRecord[];
  /** Ids of stored records that need not be returned again. */
  seen?: string[];
}

/** Reads a page of a list by days. `covers` names the part that a reading of all days ends. */
async function readDays(
  { remote, timeZone }: Reading,
  of: Days,
  { cursor, since }: PageStart,
  parse: (rows: unknown[]) => Parsed | Promise<Parsed>,
  { covers }: { covers: boolean },
  signal: AbortSignal,
) {
  const span = SPANS[of];
  const at = windowPlaceOf({ cursor, since }, timeZone);
  const read = await readList(remote, { ...LISTS[of], query: daysOf(span, at) }, at.list, signal);
  const parsed = await parse(read.rows);
  const after = placeAfter(span, at, read);
  const doubt = at.doubt ?? read.doubt;
  const isWhole = after === null && at.far && at.rows + read.rows.length > 0 && doubt === null;
  const cover: Cover = { owner: null, within: momentsOf(span, at, timeZone), only: "taken" };
  return {
    ...parsed,
    deleted: [],
    total: null,
    next: after === null ? null : JSON.stringify(after),
    since: after === null ? sinceAfter(at, since) : since,
    ...(after === null ? { doubt } : {}),
    ...(covers && isWhole ? { covers: [cover] } : {}),
  };
}

/** Reads a page of a list that has no days. */
async function readListed(remote: Remote, list: ListOf, schema: z.ZodType, cursor: string | null, signal: AbortSignal) {
  const at = cursor === null ? LIST_START : listPlace.parse(JSON.parse(cursor));
  const { rows, next, doubt } = await readList(remote, list, at, signal);
  return {
    ...WHOLE,
    ...parseRows(rows, schema, list.ids),
    next: next && JSON.stringify(next),
    ...(next ? {} : { doubt }),
  };
}

/** Returns the ids of the locations by their names, by which visits name them. */
async function readPlaces({ remote, traits }: Reading, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (!traits.answers("/locations")) return new Map();
  const rows = await readWhole(remote, LISTS.locations, MOST_PAGES, signal);
  return new Map(parseRows(rows, location, LISTS.locations.ids).records.map(({ name, emrId }) => [name, emrId]));
}

/** Each record once, the last one of several with one id. */
const unique = <Found>(records: Found[], idOf: (found: Found) => string): Found[] => [
  ...new Map(records.map((found) => [idOf(found), found])).values(),
];

/** Returns the reads of one connection. The locations' names are read once per connection. */
export function readerOf(reading: Reading) {
  const { remote, traits, timeZone } = reading;
  const fallback = interfacePages({ remote, traits, timeZone });
  let places: Promise<ReadonlyMap<string, string>> | null = null;
  const placesOf = (signal: AbortSignal) => {
    places ??= readPlaces(reading, signal).catch((error: unknown) => {
      places = null;
      throw error;
    });
    return places;
  };

  const openTimes = traits.has(`GET ${AVAILABILITY_PATH}`) ? openTimesOfService(reading) : null;

  const visitsOf = async (rows: unknown[], signal: AbortSignal) => {
    const { records, faulty } = parseRows(rows, visit(timeZone, await placesOf(signal)), LISTS.appointments.ids);
    const found = unique(records, ({ emrAppointmentId }) => emrAppointmentId);
    const seen = [...found.map(({ emrAppointmentId }) => emrAppointmentId), ...faulty.map(({ ehrId }) => ehrId)];
    return { records: found, faulty, seen };
  };

  /** Reads a page of the visits, and after them of the open times. */
  async function readSchedule(start: PageStart, signal: AbortSignal) {
    const open = openPlaceOf(start.cursor);
    if (open && openTimes) return openTimes.readPage(open, signal);
    const visits = await readDays(
      reading,
      "appointments",
      start,
      (rows) => visitsOf(rows, signal),
      { covers: true },
      signal,
    );
    if (visits.next !== null) return visits;
    if (!openTimes) return { ...visits, calculated: [EVERY_OPEN_TIME] };
    const { today, far } = windowPlaceOf(start, timeZone);
    const { since, doubt = null } = visits;
    return { ...visits, next: openTimesAfter({ today, far, since, doubt }), doubt: null };
  }

  async function pageOf(kind: SyncKind, start: PageStart, signal: AbortSignal) {
    switch (kind) {
      case "settings":
        return { ...WHOLE, records: [await readSettings(reading, signal)], faulty: [], next: null };
      case "visit_types":
        return { ...WHOLE, records: visitTypesOf(await readOwnSettings(remote, signal)), faulty: [], next: null };
      case "locations":
        return readListed(remote, LISTS.locations, location, start.cursor, signal);
      case "providers":
        return readListed(remote, LISTS.providers, provider, start.cursor, signal);
      case "referring_providers":
        return readListed(remote, LISTS.referring_providers, referringProvider, start.cursor, signal);
      case "patients": {
        if (traits.answers("/patients")) return readListed(remote, LISTS.patients, patient, start.cursor, signal);
        const patients = (rows: unknown[]) => {
          const { records, faulty } = parseRows(rows, visitPatient, ["patient_mrn", "patient_ehr_id"]);
          return {
            records: unique(
              records.flatMap((found) => found ?? []),
              ({ ehrId }) => ehrId,
            ),
            faulty,
          };
        };
        return readDays(reading, "appointments", start, patients, { covers: false }, signal);
      }
      case "appointments":
        return readSchedule(start, signal);
      case "claims":
        return readDays(
          reading,
          kind,
          start,
          (rows) => parseRows(rows, claim, LISTS.claims.ids),
          { covers: false },
          signal,
        );
      case "referrals": {
        const referrals = (rows: unknown[]) => parseRows(rows, referral(timeZone), LISTS.referrals.ids);
        return readDays(reading, kind, start, referrals, { covers: false }, signal);
      }
      case "documents": {
        const documents = (rows: unknown[]) => ({
          records: documentsNamedBy(rows, new Date().toISOString()),
          faulty: [],
        });
        return readDays(reading, "referrals", start, documents, { covers: false }, signal);
      }
      default:
        return fallback(kind, start, signal);
    }
  }

  /** Reads a visit by the EMR's id; null if the remote has none. Throws EmrErrors. */
  async function readVisit(id: string, signal: AbortSignal): Promise<Parsed<EmrAppointment> | null> {
    const response = await remote.ask(`/appointment/${encodeURIComponent(id)}`, {}, signal);
    if (response.status === 404) return null;
    if (response.status !== 200) throw refusalOf(response);
    const record = recordIn(jsonOf(response) ?? {}, "appointments", "appointment", "data");
    return record === null ? null : visitsOf([record], signal);
  }

  /** Reads the patients of a search; of one by the MRN, those with that MRN. Throws EmrErrors. */
  async function readPatients(query: Record<string, string>, signal: AbortSignal): Promise<EachRead<"patients">> {
    const { rows } = await readList(remote, { ...LISTS.patients, query }, LIST_START, signal);
    const { records, faulty } = parseRows(rows, patient, LISTS.patients.ids);
    const { mrn } = query;
    if (mrn === undefined) return { records: records.length === 1 ? records : [], faulty: [], deleted: [] };
    const isAsked = (found: string) => found === mrn;
    return {
      records: records.filter((found) => isAsked(found.mrn)),
      faulty: faulty.filter(({ ehrId }) => isAsked(ehrId)),
      deleted: [],
    };
  }

  let findsByEmrId: boolean | null = null;
  /**
   * Returns whether the remote finds a visit by the EMR's id, as one of today's list shows: not every service does, and to one
   * that knows its own ids alone every visit is unknown. False while no visit shows it.
   */
  async function isFoundByEmrId(signal: AbortSignal): Promise<boolean> {
    if (findsByEmrId !== null) return findsByEmrId;
    const near = { ...windowPlaceOf({ cursor: null, since: null }, timeZone), far: false };
    const list = { ...LISTS.appointments, query: daysOf(SPANS.appointments, near) };
    const listed = await visitsOf((await readList(remote, list, LIST_START, signal)).rows, signal);
    const known = listed.records[0]?.emrAppointmentId;
    if (known === undefined) return false;
    findsByEmrId = (await readVisit(known, signal)) !== null;
    return findsByEmrId;
  }

  /** Reads records by their ids. Only of a visit it may be known that the remote does not have it. */
  async function readEach(kind: SyncKind, ids: string[], signal: AbortSignal): Promise<EachRead> {
    const read: EachRead & { records: unknown[] } = { records: [], faulty: [], deleted: [] };
    const open = kind === "appointments" ? ids.filter(isOpenTime) : [];
    if (open.length > 0) {
      const found = openTimes ? await openTimes.readEach(open, signal) : { records: [], faulty: [], deleted: open };
      read.records.push(...(found.records as never[]));
      read.faulty.push(...found.faulty);
      read.deleted.push(...found.deleted);
    }
    for (const id of ids.filter((each) => !open.includes(each))) {
      if (kind === "appointments") {
        const found = await readVisit(id, signal);
        if (found === null && (await isFoundByEmrId(signal))) read.deleted.push(id);
        if (found) read.records.push(...(found.records as never[]));
        read.faulty.push(...(found?.faulty ?? []));
      } else if (kind === "patients") {
        const found = await readPatients({ mrn: id }, signal);
        read.records.push(...(found.records as never[]));
        read.faulty.push(...found.faulty);
      }
    }
    return read;
  }

  return {
    // Which records a page has depends on the value of `kind`, which the compiler does not follow.
    readPage: async <Kind extends SyncKind>(
      kind: Kind,
      start: PageStart,
      signal: AbortSignal,
    ): Promise<RecordPage<Kind>> =>
      (await pageOf(kind, start, signal)) as unknown as RecordPage<Kind> & { records: SyncedRecords[Kind][] },
    readEach: async <Kind extends SyncKind>(kind: Kind, ids: string[], signal: AbortSignal): Promise<EachRead<Kind>> =>
      (await readEach(kind, ids, signal)) as unknown as EachRead<Kind>,
    readVisit,
    readPatients,
  };
}

import { z } from "zod";
import type { EmrAppointment, FaultyRecord } from "#lib/emr/port/port";
import { text } from "#lib/emr/records-api/fields";
import { parseRows } from "#lib/emr/records-api/rows";
import { addDays, isCalendarDate } from "#lib/kernel/dates";
import { momentOf } from "#lib/kernel/moments";
import { isStorable } from "#lib/kernel/storable-text";
import { zoneOfEntry } from "./stated-zone.ts";

/** Beginning of the ids of open times, which the service calculates and gives none. */
const OPEN = "Open/";

const MOST_MINUTES = 24 * 60;
const MAX_ID_LENGTH = 400;

export const isOpenTime = (id: string): boolean => id.startsWith(OPEN);

/** Returns the day of an open time by its id, within a day of its day at the clinic; null for an id of an entry without one. */
export function dayOfOpenTime(id: string): string | null {
  const day = id.slice(OPEN.length, OPEN.length + 10);
  return isCalendarDate(day) ? day : null;
}

/** Ids of the EMR by which an answer may name a provider or a place otherwise: by the service's own id, or by name. */
export interface Names {
  providers: ReadonlyMap<string, string>;
  places: ReadonlyMap<string, string>;
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:.+)$/;
const CLOCK = /^T?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:([AP])\.?M\.?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

/** Returns a time of the clock as HH:MM:SS with its offset, if any; null for anything else. */
function clockOf(given: string): string | null {
  const [, hours = "", minutes = "", seconds = "00", half, offset = ""] = CLOCK.exec(given.trim()) ?? [];
  if (hours === "" || (half !== undefined && (Number(hours) < 1 || Number(hours) > 12))) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  return `${String(hour).padStart(2, "0")}:${minutes}:${seconds}${offset}`;
}

/** Returns the moment of a date-time, or of a time on a day; null for anything else. */
function momentOn(day: string, given: string, timeZone: string): string | null {
  const [, ownDay = day, time = given] = MOMENT.exec(given.trim()) ?? [];
  const clock = clockOf(time);
  return clock === null || !isCalendarDate(ownDay) ? null : momentOf(`${ownDay}T${clock}`, timeZone);
}

const field = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** Identifies an entry that is not understood, by what it says of its place. */
function idOfEntry(row: unknown, place: number): string {
  const { date, provider_id, facility_id, range_start } = (row ?? {}) as Record<string, unknown>;
  const said = [field(date).slice(0, 10), field(provider_id), field(facility_id), field(range_start)].join("/");
  return said.length > 3 && said.length <= MAX_ID_LENGTH && isStorable(said)
    ? `${OPEN}${said}`
    : `${OPEN}entry ${place + 1}`;
}

const entryOf = (zones: { ofAnswer: unknown; ofAccount: string }, { providers, places }: Names) =>
  z
    .object({
      date: text,
      range_start: text,
      range_end: text,
      provider_id: text,
      provider_ehr_id: text,
      facility_id: text,
      facility_name: text,
      timezone_abbr: text,
    })
    .transform((found, context): EmrAppointment => {
      const fail = (path: string, message: string) => {
        context.addIssue({ code: "custom", path: [path], message });
        return z.NEVER;
      };
      const named = found.provider_ehr_id || found.provider_id;
      if (named === "") return fail("provider_id", "is missing");
      const day = (found.date || found.range_start).slice(0, 10);
      if (!isCalendarDate(day)) return fail("date", "is no date");
      const zone = zoneOfEntry(found.timezone_abbr, zones.ofAnswer, zones.ofAccount, day);
      const startsAt = momentOn(day, found.range_start, zone);
      if (startsAt === null) return fail("range_start", "is no time");
      const minutesTo = (end: string | null) =>
        end === null ? Number.NaN : Math.round((Date.parse(end) - Date.parse(startsAt)) / 60_000);
      const sameDay = minutesTo(momentOn(day, found.range_end, zone));
      // A range to midnight ends on the next day.
      const isTime = !MOMENT.test(found.range_end.trim());
      const duration = sameDay <= 0 && isTime ? minutesTo(momentOn(addDays(day, 1), found.range_end, zone)) : sameDay;
      if (!(duration > 0 && duration <= MOST_MINUTES)) return fail("range_end", "is no time after range_start");
      const providerEhrId = providers.get(named) ?? named;
      const locationEmrId = places.get(found.facility_id || found.facility_name) ?? found.facility_id;
      const emrAppointmentId = `${OPEN}${[startsAt, providerEhrId, locationEmrId].join("/")}`;
      if (emrAppointmentId.length > MAX_ID_LENGTH) return fail("provider_id", "is too long");
      return {
        emrAppointmentId,
        category: "schedule_slot",
        startsAt,
        duration,
        status: null,
        reason: null,
        note: null,
        progressNote: null,
        locationEmrId,
        blockLabel: null,
        blockColor: null,
        appointmentType: null,
        appointmentMode: null,
        complaintType: null,
        providerEhrId,
        secondaryProviderEhrId: null,
        patientEhrId: null,
        insurances: [],
        diagnoses: [],
        medications: [],
        createdAt: startsAt,
      };
    });

/**
 * Returns the open times of an answer, each once, and as faulty the entries that are not understood. Local times are in the zone of
 * the answer, or of the entry if its abbreviation names another one, else in the account's.
 */
export function openTimesOf(
  rows: readonly unknown[],
  zones: { ofAnswer: unknown; ofAccount: string },
  names: Names,
): { records: EmrAppointment[]; faulty: FaultyRecord[] } {
  const schema = entryOf(zones, names);
  const records = new Map<string, EmrAppointment>();
  const faulty: FaultyRecord[] = [];
  for (const [place, row] of rows.entries()) {
    const read = parseRows([row], schema, []);
    for (const found of read.records) {
      const before = records.get(found.emrAppointmentId);
      // Of two ranges from one moment the longer one holds the other.
      if (!before || before.duration < found.duration) records.set(found.emrAppointmentId, found);
    }
    faulty.push(...read.faulty.map(({ reason }) => ({ ehrId: idOfEntry(row, place), reason })));
  }
  return { records: [...records.values()], faulty };
}

import { offsetOf } from "#lib/kernel/zone-offset";
import type { Fields } from "./answer.ts";
import { ZONE } from "./clinic.ts";
import type { Variants } from "./variants.ts";

const SEX = {
  word: (sex: string) => sex,
  letter: (sex: string) => sex.slice(0, 1).toUpperCase(),
  capitalized: (sex: string) => `${sex.slice(0, 1).toUpperCase()}${sex.slice(1)}`,
};

/** Returns the moment of a local time of the clinic's zone, in milliseconds. */
function momentOf(local: string): number {
  const asUtc = Date.parse(`${local}Z`);
  return asUtc - offsetOf(ZONE, asUtc - offsetOf(ZONE, asUtc));
}

/** Returns a local time as a variant writes it. */
export function datetimeOf(local: string, form: Variants["datetime"]): string {
  if (form === "local") return local;
  const moment = momentOf(local);
  if (form === "utc") return new Date(moment).toISOString().replace(".000Z", "Z");
  const minutes = offsetOf(ZONE, moment) / 60_000;
  const two = (number: number) => String(number).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Returns a time of a booking, with an offset or local, as local time of the clinic; null if it is no time. */
export function localTimeOf(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null;
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const moment = Date.parse(hasOffset ? text : `${text}Z`);
  if (Number.isNaN(moment)) return null;
  const local = hasOffset ? moment + offsetOf(ZONE, moment) : moment;
  return new Date(local).toISOString().slice(0, 19);
}

export function shownAppointment(record: Fields, { datetime, duration, sex }: Variants): Fields {
  const { location_ehr_id: _location, ...shown } = record;
  return {
    ...shown,
    datetime: datetimeOf(String(record.datetime), datetime),
    duration: duration === "text" ? String(record.duration) : Number(record.duration),
    ...(typeof record.patient_gender === "string" ? { patient_gender: SEX[sex](record.patient_gender) } : {}),
  };
}

export const shownPatient = (record: Fields, { sex }: Variants): Fields =>
  typeof record.sex === "string" ? { ...record, sex: SEX[sex](record.sex) } : record;

const FACILITY = ["facility_id", "facility_name", "set_start_date", "set_end_date"];

/** Moves the facility and the dates of a day's first shift to the day; a day with several facilities occurs several times. */
function hoursByDay(hours: readonly Fields[]): Fields[] {
  return hours.flatMap(({ day, shifts }) =>
    (shifts as Fields[]).map((shift) => {
      const part = (isFacility: boolean) =>
        Object.fromEntries(Object.entries(shift).filter(([name]) => FACILITY.includes(name) === isFacility));
      return { day, shifts: [part(false)], ...part(true) };
    }),
  );
}

export function shownProvider(record: Fields, { hideInAvailability, facility }: Variants): Fields {
  const hours = record.hours as Fields[];
  return {
    ...record,
    hide_in_availability:
      hideInAvailability === "text" ? String(record.hide_in_availability) : record.hide_in_availability,
    hours: facility === "shift" ? hours : hoursByDay(hours),
  };
}

const AMOUNTS = ["total_charge", "balance", "total_payment", "patient_responsibility"];

export const shownClaim = (record: Fields, { amounts }: Variants): Fields =>
  amounts === "text"
    ? record
    : Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, AMOUNTS.includes(name) ? Number(value) : value]),
      );

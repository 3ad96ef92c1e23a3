import { isRecord, objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { brand } from "#lib/kernel/brand";
import { isCalendarDate } from "#lib/kernel/dates";
import { momentOf } from "#lib/kernel/moments";
import { isStorable } from "#lib/kernel/storable-text";
import { offsetOf } from "#lib/kernel/zone-offset";

/** Thrown if a resource cannot be shown as a record. The message is one sentence without patient data. */
export class Unreadable extends Error {
  static {
    brand(Unreadable, "Unreadable");
  }
}

/** Returns the word of an element that is not shown, such as a code; "" without one. */
export const word = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Returns the text of an element; "" without one. Throws Unreadable for text that cannot be stored. */
export function text(value: unknown): string {
  const found = word(value);
  if (!isStorable(found)) throw new Unreadable("A text has a character that cannot be stored");
  return found;
}

/** Returns the object of an element; an empty one if the server sent another shape. */
export const object = (value: unknown): Untrusted => (isRecord(value) ? value : {});

/** Returns the id of a resource. Throws Unreadable without one. */
export function idOf({ id }: Untrusted): string {
  const found = text(id);
  if (found === "") throw new Unreadable("The resource has no id");
  return found;
}

/** Returns the words of a CodeableConcept: its text, else the display or code of its first coding; "" without any. */
export function words(concept: unknown): string {
  const { text: own, coding } = object(concept);
  const codings = objectsOf(coding);
  const named = codings.find(({ display }) => text(display) !== "");
  return text(own) || text(named?.display) || text(codings[0]?.code);
}

/** Returns the words of concepts, each once, as one text; "" without any. */
export const allWords = (concepts: unknown): string =>
  [...new Set(objectsOf(concepts).map(words))].filter((each) => each !== "").join("; ");

/** FHIR's dateTime with a time, also without an offset or seconds. */
const WITH_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
/** FHIR's partial date: a year, or a month. */
const PARTIAL = /^\d{4}(-\d{2})?$/;

/** A leap second, which FHIR allows: the first moment of the minute that follows. */
const LEAP_SECOND = /^(.*T\d{2}:\d{2}):60(\.\d+)?/i;

/** Returns the moment of a date with a time as UTC text; null for anything else. */
export function timeOf(value: unknown, timeZone: string): string | null {
  const given = word(value);
  const isLeap = LEAP_SECOND.test(given);
  if (isLeap) {
    const before = timeOf(given.replace(LEAP_SECOND, "$1:59"), timeZone);
    return before && new Date(Date.parse(before) + 1_000).toISOString();
  }
  const [, day] = WITH_TIME.exec(given) ?? [];
  return day !== undefined && isCalendarDate(day) ? momentOf(given, timeZone) : null;
}

/** Returns the first moment of a date-time, which may be a day, a month or a year; null for anything else. */
export function firstMomentOf(value: unknown, timeZone: string): string | null {
  const given = word(value);
  const day = PARTIAL.test(given) ? `${given}-01-01`.slice(0, 10) : given;
  return timeOf(given, timeZone) ?? (isCalendarDate(day) ? momentOf(day, timeZone) : null);
}

/** Midnight of its own offset: a day that a server shows with a time. */
const MIDNIGHT = /T00:00(:00(\.0+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Returns the YYYY-MM-DD of a moment in a time zone: the end of a day there is another day in UTC. A day, and one that a
 * server shows as midnight, is as it is written. Null for a partial date and for anything else.
 */
export function localDayOf(value: unknown, timeZone: string): string | null {
  const moment = timeOf(value, timeZone);
  if (moment === null || MIDNIGHT.test(word(value))) return dayOf(value);
  return new Date(Date.parse(moment) + offsetOf(timeZone, Date.parse(moment))).toISOString().slice(0, 10);
}

/** Returns the YYYY-MM-DD of a date or date-time as it is written; null for a partial date and for anything else. */
export function dayOf(value: unknown): string | null {
  const given = word(value).slice(0, 10);
  return isCalendarDate(given) ? given : null;
}

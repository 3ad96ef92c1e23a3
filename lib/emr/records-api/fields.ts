import { z } from "zod";
import { isCalendarDate } from "#lib/kernel/dates";
import { momentOf } from "#lib/kernel/moments";
import { isStorable } from "#lib/kernel/storable-text";

// Fields of a remote's records. The interface shows few of them, and a remote may send an id as a number or leave a
// field out, so the schemas take any of these and refuse only what cannot be stored.

const plain = z
  .union([z.string(), z.number().transform(String)])
  .refine(isStorable, "has a character that cannot be stored");

/** Text that a record must have. */
export const required = plain.refine((text) => text !== "", "is missing");

/** Text, "" if there is none. */
export const text = plain.nullish().transform((value) => value ?? "");

/** Text, null if there is none. */
export const optional = plain.nullish().transform((value) => value || null);

const calendarDate = plain.transform((value) => value.slice(0, 10)).refine(isCalendarDate, "is no date");

/** A YYYY-MM-DD that a record must have, also as the day of a date-time. */
export const day = calendarDate;

/** A YYYY-MM-DD, null if there is none. */
export const optionalDay = z.preprocess((value) => value || null, calendarDate.nullable());

/** Decimal text with two places. */
export const money = plain
  .refine((value) => /^-?\d{1,10}(\.\d+)?$/.test(value), "is no decimal amount")
  .transform((value) => Number(value).toFixed(2));

/** A list whose entries are objects; anything else is an empty list. */
export const objects = z.array(z.record(z.string(), z.unknown())).catch([]);

/** One of the given words in any case; the first one if it is missing or another word. */
export const wordOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .unknown()
    .optional()
    .transform((value): Words[number] => words.find((word) => word === String(value ?? "").toLowerCase()) ?? words[0]);

/** An ISO 8601 date-time with any offset, or without one in the account's time zone. */
export const moment = (timeZone: string) =>
  plain.transform((value, context) => {
    const found = momentOf(value, timeZone);
    if (found !== null) return found;
    context.addIssue("is no date-time");
    return z.NEVER;
  });

/** As `moment`; the given time if there is none. */
export const momentOr = (timeZone: string, fallback: () => string) =>
  z.preprocess((value) => value || fallback(), moment(timeZone));

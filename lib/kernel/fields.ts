import { z } from "zod";
import { present } from "./clock.ts";
import { isCalendarDate } from "./dates.ts";
import { type DayRangeName, misfitOf } from "./day-ranges.ts";
import { type IssueParams, listRule, type NameOf } from "./validation.ts";

/** A non-empty string; its absence is reported as a missing required field. */
export const requiredText = (most = 10_000) =>
  z
    .string({ error: "must be a string" })
    .trim()
    .min(1, "must be a non-empty string")
    .max(most, `must have at most ${most} characters`);

const fieldRanges = z.registry<{ range: DayRangeName }>();

/** Returns the days that can be a field's, from its schema; undefined for a field of another type. */
export function dayRangeOf(field: z.core.$ZodType | undefined): DayRangeName | undefined {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner && fieldRanges.get(inner)?.range;
}

/** A YYYY-MM-DD that exists in the calendar and can be a day of its kind (day-ranges). */
export const calendarDate = (range: DayRangeName) => {
  const date = z
    .string({ error: "must be a date, YYYY-MM-DD" })
    .refine(isCalendarDate, { error: "must be a date that exists, YYYY-MM-DD", abort: true })
    .refine((text) => misfitOf(text, range, present()) === null, {
      error: ({ input }) => misfitOf(String(input), range, present()) ?? "",
    })
    .meta({ format: "date" });
  fieldRanges.add(date, { range });
  return date;
};

const momentProblem = "must be an ISO 8601 date-time";

/** Returns whether both JavaScript and PostgreSQL write a year with four digits. */
const isPlainYear = (year: number): boolean => year >= 1 && year <= 9999;

/** A moment with its offset in the years 1 to 9999. */
export const isoMoment = z.iso
  .datetime({ offset: true, error: momentProblem })
  // The offset may move a moment into another year.
  .refine((given) => isPlainYear(new Date(given).getUTCFullYear()), momentProblem)
  .meta({ id: "Moment", description: "ISO 8601 with an offset" });

/** What is said of a text that is no beginning of a visit. */
export const visitTimeProblem = "must be a day and a time, such as 2026-03-02T09:30";

/** The day and the time of a date-time, and its offset if it has one. */
const VISIT_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:00(\.0+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i;

const minutesProblem = "must be a whole number of minutes, 1 to 1440";

export const visitMinutes = z.int({ error: minutesProblem }).min(1, minutesProblem).max(1_440, minutesProblem);

/** The beginning of a visit: with its offset, or local in the account's time zone. */
export const visitTime = z
  .string({ error: visitTimeProblem })
  .trim()
  .refine((given) => isCalendarDate(VISIT_TIME.exec(given)?.[1] ?? ""), { error: visitTimeProblem, abort: true })
  .refine((given) => misfitOf(given.slice(0, 10), "visit", present()) === null, {
    error: ({ input }) => misfitOf(String(input).trim().slice(0, 10), "visit", present()) ?? "",
  });

/**
 * Checks that the two ends of a range, days or moments, are in order if both are given. Runs together with the checks
 * of other fields, once both ends are valid.
 */
export const inOrder = <End extends string>(first: End, last: End) => {
  const message = (nameOf: NameOf) => `must be on or after ${nameOf(first)}`;
  return z.refine<{ [Name in End]?: string | Date | undefined }>(
    ({ [first]: from, [last]: until }) => !from || !until || new Date(from) <= new Date(until),
    {
      path: [last],
      error: message(String),
      params: { message } satisfies IssueParams,
      when: ({ issues }) => issues.every(({ path }) => path?.[0] !== first && path?.[0] !== last),
    },
  );
};

/** Returns names as words: "a, b or c". */
const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;

/** Checks that a body has exactly one of some fields. The error names all of them. */
export const exactlyOneOf = <Field extends string>(...fields: [Field, Field, ...Field[]]) =>
  z.superRefine<{ [Name in Field]?: unknown }>((given, context) => {
    const sent = fields.filter((field) => given[field] !== undefined);
    if (sent.length === 1) return;
    const isNone = sent.length === 0;
    for (const field of isNone ? fields : sent) {
      const others = (isNone ? fields : sent).filter((each) => each !== field);
      const message = (nameOf: NameOf) =>
        isNone
          ? `is required if ${others.map(nameOf).join(" or ")} is not sent`
          : `must not be sent beside ${others.map(nameOf).join(" and ")}`;
      const params: IssueParams = { message, sentence: `Send exactly one of ${listed(fields)}` };
      context.addIssue({ code: "custom", path: [field], message: message(String), params: { ...params } });
    }
  });

/** Checks that a body has a field unless it has another one, which supplies the value. `rule` is the field's, beyond its type. */
export const requiredWithout = <Field extends string>(field: Field, other: string, rule?: string) => {
  const message = (nameOf: NameOf) => `is required if ${nameOf(other)} is not sent`;
  const sentence = `Missing required field: ${field}${rule === undefined ? "" : ` (${rule})`}`;
  return z.refine<{ [Name in Field]?: unknown } & Record<string, unknown>>(
    (given) => given[field] !== undefined || given[other] !== undefined,
    { path: [field], error: message(String), params: { message, sentence } satisfies IssueParams, when: () => true },
  );
};

/** Checks that a body has at least one of some fields. The error names each of them. */
export const oneOrMoreOf = <Field extends string>(...fields: [Field, Field, ...Field[]]) =>
  z.superRefine<{ [Name in Field]?: unknown }>((given, context) => {
    if (fields.some((field) => given[field] !== undefined)) return;
    for (const field of fields) {
      const others = fields.filter((each) => each !== field);
      const message = (nameOf: NameOf) => `is required if ${others.map(nameOf).join(" and ")} are not sent`;
      const params: IssueParams = { message, sentence: `Send at least one of ${fields.join(", ")}` };
      context.addIssue({ code: "custom", path: [field], message: message(String), params: { ...params } });
    }
  });

/** Checks that the body of a command has at least one of these optional fields. */
export const atLeastOneOf = (fields: object) =>
  z.refine<object>((given) => Object.entries(given).some(([name, value]) => name in fields && value !== undefined), {
    error: `Send at least one of ${Object.keys(fields).join(", ")}`,
  });

/** A positive amount of money with at most two decimals (decisions §3). */
export const positiveAmount = z
  .number({ error: "must be a positive number" })
  .positive("must be a positive number")
  .max(9_999_999_999.99, "must be at most 9999999999.99")
  .refine((amount) => /^\d+(\.\d{1,2})?$/.test(String(amount)), "must be a positive number with at most two decimals");

const MAX_CALLBACK_URLS = 10;
const MAX_URL = 2_048;
const urlProblem = listRule("must be an array of valid URLs");
const urlTooLong = listRule(`must have entries of at most ${MAX_URL} characters`);

/**
 * `callback_urls` of every asynchronous request: at most 10 valid http or https URLs (decisions §7) of a limited
 * length.
 */
export const callbackUrls = z
  .array(z.url({ protocol: /^https?$/, error: urlProblem }).max(MAX_URL, urlTooLong), { error: urlProblem })
  .max(MAX_CALLBACK_URLS, `must have at most ${MAX_CALLBACK_URLS} entries`)
  .meta({ id: "CallbackUrls" });

const httpsProblem = listRule("must be made only of non-empty https URLs");

/** `callback_urls` of the org-settings sync: one URL or at most 10, https only (interface 4.7). Parses to an array. */
export const httpsCallbackUrls = z
  // One message covers any bad entry, so the list is checked below; the meta data is for the API document.
  .union([z.string(), z.array(z.unknown().meta({ type: "string", format: "uri" }))], { error: httpsProblem })
  .transform((given) => (typeof given === "string" ? [given] : given))
  .pipe(
    z
      .array(z.url({ protocol: /^https$/, error: httpsProblem }).max(MAX_URL, urlTooLong), { error: httpsProblem })
      .min(1, httpsProblem)
      .max(MAX_CALLBACK_URLS, `must have at most ${MAX_CALLBACK_URLS} entries`),
  );

/** Name of the patient in `patient_mrn`: part of queries' answers, never of events (decisions §9). */
export const patientName = z.string().nullable().meta({
  id: "PatientName",
  description:
    "First and last name as of the last sync; null if the last sync found no patient with this MRN. Not contained in events",
});

/** Why a record that is shown from before can no longer be read from the EMR. */
export const setAside = z.string().nullable().meta({
  id: "SetAside",
  description:
    "Why the EMR's present state of the record cannot be read: the record is shown as it was read last. Null otherwise",
});

/** The strong entity tag of a record, in the record itself. */
export const etag = z.string().describe("Strong entity tag of the record as it is now: the `If-Match` of a change");

import { z } from "zod";
import { isCalendarDate } from "./dates.ts";

/** A string with something in it; its absence is reported as a missing required field. */
export const requiredText = (most = 10_000) =>
  z
    .string({ error: "must be a string" })
    .trim()
    .min(1, "must be a non-empty string")
    .max(most, `must have at most ${most} characters`);

/** YYYY-MM-DD of a day that exists. */
export const calendarDate = z
  .string({ error: "must be a date, YYYY-MM-DD" })
  .refine(isCalendarDate, "must be a date that exists, YYYY-MM-DD");

const momentProblem = "must be an ISO 8601 date-time";

/** The years that both our dates and PostgreSQL's write with four digits. */
const isPlainYear = (year: number): boolean => year >= 1 && year <= 9999;

/** A moment with its offset, of the years 1 to 9999. */
export const isoMoment = z.iso
  .datetime({ offset: true, error: momentProblem })
  // With its offset it may fall into the year before or after.
  .refine((given) => isPlainYear(new Date(given).getUTCFullYear()), momentProblem);

/**
 * The check of an object whose two fields are the ends of a range, days or moments: where both are given, the last is on
 * or after the first. It runs beside other fields' problems, once nothing else is wrong with either end.
 */
export const inOrder = <End extends string>(first: End, last: End) =>
  z.refine<{ [Name in End]?: string | Date | undefined }>(
    ({ [first]: from, [last]: until }) => !from || !until || new Date(from) <= new Date(until),
    {
      path: [last],
      error: `must be on or after ${first}`,
      when: ({ issues }) => issues.every(({ path }) => path?.[0] !== first && path?.[0] !== last),
    },
  );

/** The check of a change's body, all of whose fields may be absent: one of them is there. */
export const atLeastOneOf = (fields: object) =>
  z.refine<object>((given) => Object.values(given).some((value) => value !== undefined), {
    error: `Send at least one of ${Object.keys(fields).join(", ")}`,
  });

/** An amount of money above zero with at most two decimals (decisions §3). */
export const positiveAmount = z
  .number({ error: "must be a positive number" })
  .positive("must be a positive number")
  .max(9_999_999_999.99, "must be at most 9999999999.99")
  .refine((amount) => /^\d+(\.\d{1,2})?$/.test(String(amount)), "must be a positive number with at most two decimals");

const MOST_CALLBACK_URLS = 10;
const LONGEST_URL = 2_048;
const urlProblem = "must be an array of valid URLs";

/** `callback_urls` of every asynchronous request: at most 10 valid http or https URLs (decisions §7), of a length that servers take. */
export const callbackUrls = z
  .array(
    z
      .url({ protocol: /^https?$/, error: urlProblem })
      .max(LONGEST_URL, `must have entries of at most ${LONGEST_URL} characters`),
    { error: urlProblem },
  )
  .max(MOST_CALLBACK_URLS, `must have at most ${MOST_CALLBACK_URLS} entries`);

const httpsProblem = "must be made only of non-empty https URLs";

/** `callback_urls` of the org-settings sync: one or at most 10, https alone (interface 4.7). Gives an array. */
export const httpsCallbackUrls = z
  .union([z.string(), z.array(z.unknown())], { error: httpsProblem })
  .transform((given) => (typeof given === "string" ? [given] : given))
  .pipe(
    z
      .array(
        z
          .url({ protocol: /^https$/, error: httpsProblem })
          .max(LONGEST_URL, `must have entries of at most ${LONGEST_URL} characters`),
        { error: httpsProblem },
      )
      .min(1, httpsProblem)
      .max(MOST_CALLBACK_URLS, `must have at most ${MOST_CALLBACK_URLS} entries`),
  );

/** Who a record's `patient_mrn` is: beside it in what is read, never in what an event tells (decisions §9). */
export const patientName = z
  .string()
  .nullable()
  .describe(
    "First and last name as the last sync found them; null where it found nobody of this MRN. Never in an event",
  );

import { z } from "zod";
import { metadata } from "#lib/kernel/metadata";
import { DAYS } from "./model.ts";

const timeProblem = "must be a time, THH:MM:SS such as T08:30:00";
/** A time with or without the leading T; stored with it. */
const time = z
  .string({ error: timeProblem })
  .regex(/^T?([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, timeProblem)
  .transform((text) => (text.startsWith("T") ? text : `T${text}`));

const momentProblem = "must be an ISO 8601 date with a time part";
const moment = z.union([
  z.iso.datetime({ offset: true, local: true, error: momentProblem }),
  z.null({ error: momentProblem }),
]);

/** A shift in a request (interface 4.14). */
const shift = z
  .object({
    day: z.enum(DAYS, { error: `must be one of ${DAYS.join(", ")}` }),
    start_time: time,
    end_time: time,
    facility_id: z.string({ error: "must be a string" }).min(1, "must be a non-empty string"),
    facility_name: z.string().nullish().describe("Filled in from the location; a value in the request is ignored"),
    start_date: moment.optional().describe("First moment of the shift's validity; unlimited if omitted"),
    end_date: moment.optional().describe("Last moment of the shift's validity; unlimited if omitted"),
  })
  .refine(({ start_time, end_time }) => start_time < end_time, {
    path: ["end_time"],
    error: "must be after start_time",
  })
  .refine(({ start_date, end_date }) => !start_date || !end_date || Date.parse(start_date) <= Date.parse(end_date), {
    path: ["end_date"],
    error: "must be on or after start_date",
  });

/** The fields that decide whether two shifts overlap. */
type Span = Pick<z.infer<typeof shift>, "day" | "start_time" | "end_time" | "start_date" | "end_date">;

const from = (date: string | null | undefined) => (date ? Date.parse(date) : Number.NEGATIVE_INFINITY);
const until = (date: string | null | undefined) => (date ? Date.parse(date) : Number.POSITIVE_INFINITY);

/** Returns true if two shifts share minutes of the same day in the same weeks. */
export const overlap = (one: Span, other: Span): boolean =>
  one.day === other.day &&
  one.start_time < other.end_time &&
  other.start_time < one.end_time &&
  from(one.start_date) <= until(other.end_date) &&
  from(other.start_date) <= until(one.end_date);

const hours = z
  .array(shift, { error: "must be an array of shifts" })
  .max(200, "must have at most 200 shifts")
  .superRefine((shifts, context) => {
    for (const [index, one] of shifts.entries()) {
      const other = shifts.slice(0, index).find((earlier) => overlap(earlier, one));
      if (!other) continue;
      context.addIssue({
        code: "custom",
        message: `must not overlap: ${one.day} ${other.start_time}–${other.end_time} and ${one.start_time}–${one.end_time}`,
      });
      return;
    }
  });

const statusProblem = "must be one of active, inactive";
const hiddenProblem = "must be one of true, false, as a string";

/**
 * The body of PATCH /providers/{id}: at least one of these fields (interface 4.14). Browser-safe: the hours editor uses
 * it.
 */
export const providerChange = z
  .object({
    status: z
      .string({ error: statusProblem })
      .toLowerCase()
      .pipe(z.enum(["active", "inactive"], { error: statusProblem }))
      .optional()
      .describe("Case-insensitive; the schedule of an inactive provider is not synced"),
    hide_in_availability: z
      .enum(["true", "false"], { error: hiddenProblem })
      .optional()
      .describe("`true` hides the provider from GET /availability"),
    hours: hours.optional().describe("The whole working schedule; replaces the previous one"),
    metadata: metadata
      .optional()
      .describe("Stands in the job that reads the schedule of a provider who becomes active"),
  })
  .refine(({ metadata: _, ...body }) => Object.values(body).some((value) => value !== undefined), {
    error: "No updatable fields provided: send one or more of status, hide_in_availability, hours",
  });

export type ProviderChange = z.infer<typeof providerChange>;

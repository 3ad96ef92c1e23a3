import { z } from "zod";
import { oneKindOfPage, pageQuery } from "#lib/definitions/page";
import { textList } from "#lib/definitions/text-list";
import { calendarDate, inOrder } from "#lib/kernel/fields";
import { parseId } from "#lib/kernel/id";
import { wholeNumberUpTo } from "#lib/kernel/whole-number";

const MAX_DAYS = 62;
const DAY_MS = 86_400_000;
const MAX_IDS = 200;
const MAX_MINUTES = 1_440;

const text = z.string().max(200, "must have at most 200 characters").optional();

const clockProblem = "must be a time of day, HH:MM";
const clock = z.string({ error: clockProblem }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, clockProblem);

const bufferProblem = `must be a whole number from 0 to ${MAX_MINUTES}`;
const buffer = z
  .string({ error: bufferProblem })
  .regex(/^\d+$/, bufferProblem)
  .transform(Number)
  .pipe(z.number({ error: bufferProblem }).int(bufferProblem).min(0).max(MAX_MINUTES, bufferProblem));

/** The parameters of GET /availability (decisions §5). */
export const availabilityQuery = z
  .object({
    provider_id: z
      .string()
      .refine((given) => parseId(given) !== null, "must be a valid UUID")
      .transform((given) => parseId(given) ?? "")
      .pipe(z.string())
      .optional()
      .describe("A provider's id here, with or without dashes"),
    provider_ehr_id: text.describe("A provider's id in the EMR"),
    provider_ehr_ids: textList(MAX_IDS)
      .optional()
      .describe(`Providers' ids in the EMR, comma-separated, at most ${MAX_IDS}`),
    location_id: text.describe("A location's `emr_id`"),
    location_ids: textList(MAX_IDS).optional().describe(`Locations' \`emr_id\`s, comma-separated, at most ${MAX_IDS}`),
    appointment_type: text.describe("A visit type's name"),
    method: z
      .enum(["slots", "gaps"], { error: "must be one of slots, gaps" })
      .default("slots")
      .describe(
        "`slots`: the EMR's open slots. `gaps`: what visits, blocks and pending bookings leave of the providers' `hours` from now on",
      ),
    duration: wholeNumberUpTo(MAX_MINUTES)
      .optional()
      .describe(
        "Minutes that slots last at least, and by which gaps are cut; without it by those of `appointment_type`, or not",
      ),
    buffer: buffer.optional().describe("Minutes that gaps keep free around what is taken and between openings"),
    earliest: clock.optional().describe("HH:MM at the clinic: begins then or later"),
    latest: clock.optional().describe("HH:MM at the clinic: ends then or earlier, on the same day"),
    start_date: calendarDate("any").describe("YYYY-MM-DD, inclusive"),
    end_date: calendarDate("any").describe(`YYYY-MM-DD, inclusive; the range may have at most ${MAX_DAYS} days`),
    ...pageQuery,
  })
  .check(inOrder("start_date", "end_date"), oneKindOfPage)
  .refine(({ start_date, end_date }) => !(Date.parse(end_date) - Date.parse(start_date) >= MAX_DAYS * DAY_MS), {
    path: ["end_date"],
    error: `must be less than ${MAX_DAYS} days after start_date`,
  })
  .refine(({ earliest, latest }) => earliest === undefined || latest === undefined || earliest < latest, {
    path: ["latest"],
    error: "must be after earliest",
  });

export type AvailabilityQuery = z.infer<typeof availabilityQuery>;

import { z } from "zod";
import { patientList } from "./patient-lists.ts";
import { slicePlace } from "./slice.ts";

/** Slices that failed, of which the next reading takes note. */
const MOST_MISSED = 50;

/** Days of an owner that could not be read. */
const slice = z.object({ type: z.string(), owner: z.string(), from: z.string(), to: z.string() });

const missedSlices = z.array(slice).transform((all) => all.slice(0, MOST_MISSED));

/** The place in a reading by parts, as a cursor carries it. */
export const partsPlace = z.object({
  /** The day on which the reading began, YYYY-MM-DD. */
  today: z.string(),
  /** Which seventh of the far days is read; null for all of them. */
  turn: z.number().int().nullable(),
  /** The part in progress, and the owner before the next one; null before the first. */
  leg: z.number().int(),
  after: z.string().nullable(),
  /** The owner in progress, and the schedule of theirs. */
  at: z
    .object({
      owner: z.string(),
      /** The other owners of the same search, and whether its answer was seen to be one for all of them. */
      others: z.array(z.string()).default([]),
      isSeen: z.boolean().default(false),
      schedule: z.number().int(),
      page: slicePlace,
    })
    .nullable(),
  /** How several patients are asked for at once, by type. */
  lists: z.record(z.string(), patientList).default({}),
  /** What the reading before could not read. */
  again: missedSlices,
  missed: missedSlices,
  /** Failures in a row, and whether any search of this reading was answered. */
  failed: z.number().int(),
  isAnswered: z.boolean(),
  doubts: z.array(z.string()),
  /** When the near days were read last, in milliseconds since 1970, and where to go on after they were read once more. */
  nearAt: z.number(),
  resume: z.object({ leg: z.number().int(), after: z.string().nullable() }).nullable(),
});

export type PartsPlace = z.infer<typeof partsPlace>;

/** The watermark of a kind that is read by parts. */
export const partsMark = z.object({ turn: z.number().int(), missed: missedSlices });

export type PartsMark = z.infer<typeof partsMark>;

import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { requiredText } from "#lib/kernel/fields";
import { KEPT_DAYS } from "./kept.ts";

/** A note to the next shift of a desk (additions §7). */
export const shiftNoteModel = z
  .object({
    id: z.string(),
    text: z.string().describe("As it was written; lines are separated by `\\n`"),
    location_id: z.string().nullable().describe("`emr_id` of the location whose desk it is for; null for all desks"),
    author: z.string().describe("The name of the person who wrote it, as of then"),
    created_at: momentText.describe("ISO 8601"),
    expires_at: momentText.describe(`ISO 8601: ${KEPT_DAYS} days later, when it is deleted`),
  })
  .meta({ id: "ShiftNote" });

export type ShiftNoteModel = z.infer<typeof shiftNoteModel>;

/** The body of POST /shift-notes. */
export const newShiftNote = z.object({
  text: requiredText(2_000).describe("What the next shift should know. Everyone of the account reads it"),
  location_id: requiredText(100)
    .optional()
    .describe("`emr_id` of a location from GET /locations; without one the note is for all desks"),
});

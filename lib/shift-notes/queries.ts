import { gt } from "drizzle-orm";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { present } from "#lib/kernel/clock";
import { expiryOf, shownSince } from "./kept.ts";
import { type ShiftNoteModel, shiftNoteModel } from "./model.ts";
import { shiftNote } from "./table.ts";

/** Maps a stored note to the model. */
export const toShiftNote = (row: typeof shiftNote.$inferSelect): ShiftNoteModel => ({
  id: row.id,
  text: row.text,
  location_id: row.locationId,
  author: row.authorName,
  created_at: row.createdAt.toISOString(),
  expires_at: expiryOf(row.createdAt).toISOString(),
});

/** GET /shift-notes: the notes of the last week, newest first (additions §7). */
export const listShiftNotes = defineList({
  path: "/shift-notes",
  embed: "account",
  summary: "List the notes that people have left the next shift, newest first",
  description: "A note stands for 7 days. API clients do not have this permission.",
  permission: "shift-notes:read",
  // A person may have named a patient.
  patientData: true,
  key: "shift_notes",
  model: shiftNoteModel,
  table: shiftNote,
  order: keyset("desc", shiftNote.createdAt, shiftNote.id),
  where: () => gt(shiftNote.createdAt, shownSince(present())),
  toModel: toShiftNote,
});

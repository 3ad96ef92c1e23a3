import { and, count, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { defineCommand } from "#lib/definitions/command";
import { present } from "#lib/kernel/clock";
import { conflict } from "#lib/kernel/domain-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { requireLocation } from "#lib/resources/locations/known-location";
import { shownSince } from "./kept.ts";
import { newShiftNote, shiftNoteModel } from "./model.ts";
import { toShiftNote } from "./queries.ts";
import { shiftNote } from "./table.ts";

/** Notes of an account that stand at once: more would be read by nobody. */
const MOST_NOTES = 200;

/** POST /shift-notes: leaves the next shift a note (additions §7). Its text is in no log and in no audit entry. */
export const createShiftNote = defineCommand({
  method: "POST",
  path: "/shift-notes",
  embed: "account",
  summary: "Leave the next shift a note",
  description: `It stands on the page Today of its location's desk, for 7 days. 409 while ${MOST_NOTES} notes stand.`,
  permission: "shift-notes:create",
  by: "person",
  status: 201,
  input: newShiftNote,
  done: "Note left",
  body: z.object({ shift_note: shiftNoteModel }),
  made: ({ shift_note }) => shift_note.id,
  async execute({ tx, tenant, principal, input }) {
    const { linkedAccountId } = tenant;
    if (input.location_id !== undefined) await requireLocation(tx, linkedAccountId, "location_id", input.location_id);
    const now = present();
    const [standing] = await tx
      .select({ notes: count() })
      .from(shiftNote)
      .where(and(eq(shiftNote.linkedAccountId, linkedAccountId), gt(shiftNote.createdAt, shownSince(now))));
    if ((standing?.notes ?? 0) >= MOST_NOTES) throw conflict(`There are ${MOST_NOTES} notes already`);
    const [made] = await tx
      .insert(shiftNote)
      .values({
        id: newId(),
        ...tenant,
        locationId: input.location_id ?? null,
        text: input.text,
        authorId: principal.actor.id,
        authorName: principal.actor.name,
        createdAt: now,
      })
      .returning();
    if (!made) throw new Error("The note was not written");
    return { shift_note: toShiftNote(made) };
  },
});

/** DELETE /shift-notes/{id}: deletes a note that is dealt with. Every person may; the audit log names the one who did. */
export const deleteShiftNote = defineCommand({
  method: "DELETE",
  path: "/shift-notes/{id}",
  embed: "account",
  summary: "Take away a note of a shift",
  permission: "shift-notes:delete",
  by: "person",
  status: 200,
  input: z.object({}),
  done: "Note taken away",
  body: z.object({}),
  async execute({ tx, tenant, params }) {
    await namedRecord(params, "Note", (id) =>
      tx
        .delete(shiftNote)
        .where(and(eq(shiftNote.linkedAccountId, tenant.linkedAccountId), eq(shiftNote.id, id)))
        .returning({ id: shiftNote.id }),
    );
    return {};
  },
});

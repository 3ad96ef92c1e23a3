import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { written } from "#lib/db/tables/columns";

export const patientNote = pgTable(
  "patient_note",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    subject: text("subject").notNull(),
    note: text("note").notNull(),
    locationId: text("location_id"),
    tags: text("tags").array().notNull(),
    emrNoteId: text("emr_note_id"),
  },
  (table) => [
    primaryKey({ name: "patient_note_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);

import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { written } from "#lib/db/tables/columns";

export const visitNote = pgTable(
  "visit_note",
  {
    ...written(),
    appointmentId: uuid("appointment_id").notNull(),
    emrAppointmentId: text("emr_appointment_id").notNull(),
    patientMrn: text("patient_mrn").notNull(),
    subject: text("subject").notNull(),
    note: text("note").notNull(),
    emrNoteId: text("emr_note_id"),
  },
  (table) => [
    primaryKey({ name: "visit_note_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);

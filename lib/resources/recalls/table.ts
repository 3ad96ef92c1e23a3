import { boolean, index, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { asOf, day, setAside, tenant, written } from "#lib/db/tables/columns";

export const recallAction = pgTable(
  "recall_action",
  {
    ...written(),
    recallId: uuid("recall_id").notNull(),
    actionTaken: text("action_taken").notNull(),
    note: text("note"),
    emrRecallActionId: text("emr_recall_action_id"),
    /** Whether the action closed the recall; null until the EMR has stored it. */
    closed: boolean("closed"),
  },
  (table) => [
    primaryKey({ name: "recall_action_pk", columns: [table.organizationId, table.id] }),
    index().on(table.recallId),
    index().on(table.jobId),
  ],
);

export const recall = pgTable(
  "recall",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    asOf: asOf(),
    ehrId: text("ehr_id").notNull(),
    patientMrn: text("patient_mrn").notNull(),
    reason: text("reason").notNull(),
    dueDate: day("due_date").notNull(),
    status: text("status", { enum: ["open", "closed"] }).notNull(),
    /** The actions of the EMR, oldest first. */
    actions: jsonb("actions").$type<{ id: string; actionTaken: string; note: string | null; at: string }[]>().notNull(),
  },
  (table) => [
    primaryKey({ name: "recall_pk", columns: [table.organizationId, table.id] }),
    unique("recall_ehr_id_key").on(table.organizationId, table.linkedAccountId, table.ehrId),
    index().on(table.linkedAccountId, table.dueDate, table.id),
  ],
);

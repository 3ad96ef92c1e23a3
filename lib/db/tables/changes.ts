import { bigint, boolean, index, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { moment, tenant } from "./columns.ts";

/**
 * The last position in an account's feed of changes. Whoever tells of changes locks the row until the end of the
 * transaction, so that positions are committed in their order.
 */
export const changeHead = pgTable(
  "change_head",
  {
    ...tenant(),
    position: bigint("position", { mode: "number" }).notNull().default(0),
    /** Entries up to this position are removed: a cursor before it is too old. */
    keptFrom: bigint("kept_from", { mode: "number" }).notNull().default(0),
    /** Position at which the account was last linked to another EMR. */
    linkedFrom: bigint("linked_from", { mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ name: "change_head_pk", columns: [table.organizationId, table.linkedAccountId] })],
);

/** A difference between what the reads of a record showed before a transaction and after it. */
export const recordChange = pgTable(
  "record_change",
  {
    ...tenant(),
    position: bigint("position", { mode: "number" }).notNull(),
    /** A kind of lib/emr/port/sync.ts. */
    kind: text("kind").notNull(),
    change: text("change", { enum: ["created", "updated", "deleted"] }).notNull(),
    recordId: uuid("record_id").notNull(),
    ehrId: text("ehr_id"),
    patientMrn: text("patient_mrn"),
    /** The job of ours that made the change; null if it was made elsewhere. */
    jobId: bigint("job_id", { mode: "number" }),
    /** True for a change of ours, by a job or a person here; false if it was found in the EMR. */
    own: boolean("own").notNull().default(false),
    updatedFields: text("updated_fields").array().notNull(),
    /** What fields showed before and show since; none in entries of versions that kept `updatedFields` alone. */
    differences: json("differences")
      .$type<{ field: string; before: unknown; after: unknown }[]>()
      .notNull()
      .default([]),
    /** As its read shows it; null where the record is deleted. `json` preserves the order of its keys. */
    record: json("record").$type<Record<string, unknown>>(),
    at: moment("at").notNull(),
  },
  (table) => [
    primaryKey({ name: "record_change_pk", columns: [table.organizationId, table.linkedAccountId, table.position] }),
    index("record_change_record").on(table.organizationId, table.linkedAccountId, table.recordId, table.position),
    index("record_change_patient").on(table.organizationId, table.linkedAccountId, table.patientMrn, table.position),
  ],
);

import { bigint, boolean, date, index, jsonb, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { createdAt, tenant } from "./columns.ts";

// What was written through this interface: the request's fields, and the EMR's id once it is there.

const day = (name: string) => date(name, { mode: "string" });

const written = () => ({
  id: uuid("id").notNull(),
  ...tenant(),
  jobId: bigint("job_id", { mode: "number" }).notNull(),
  createdAt: createdAt(),
});

export const payment = pgTable(
  "payment",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    paymentMethod: text("payment_method").notNull(),
    referenceNumber: text("reference_number").notNull(),
    location: text("location").notNull(),
    amount: numeric("amount", { precision: 12, scale: 2 }).notNull(),
    notes: text("notes"),
    depositDate: day("deposit_date").notNull(),
    emrTransactionId: text("emr_transaction_id"),
  },
  (table) => [
    primaryKey({ name: "payment_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);

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

export const message = pgTable(
  "message",
  {
    ...written(),
    /** The provider's EMR id. */
    provider: text("provider").notNull(),
    subject: text("subject").notNull(),
    message: text("message").notNull(),
    emrMessageId: text("emr_message_id"),
  },
  (table) => [
    primaryKey({ name: "message_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.createdAt),
    index().on(table.jobId),
  ],
);

export const task = pgTable(
  "task",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    description: text("description").notNull(),
    subject: text("subject"),
    assigneeUserId: text("assignee_user_id"),
    phoneCallTypeId: text("phone_call_type_id"),
    notifyList: text("notify_list").array().notNull(),
    locationId: text("location_id"),
    taskType: text("task_type"),
    details: text("details"),
    assignedTo: text("assigned_to"),
    facilityId: text("facility_id"),
    dueDate: day("due_date"),
    startDate: day("start_date").notNull(),
    priority: text("priority", { enum: ["Low", "Normal", "High"] }).notNull(),
    emrTaskId: text("emr_task_id"),
  },
  (table) => [
    primaryKey({ name: "task_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);

export const service = pgTable(
  "service",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    team: text("team").notNull(),
    serviceType: text("service_type").notNull(),
    formId: text("form_id").notNull(),
    answers: jsonb("answers").$type<Record<string, string>>().notNull(),
    serviceDate: day("service_date").notNull(),
    emrServiceId: text("emr_service_id"),
    emrEpisodeId: text("emr_episode_id"),
  },
  (table) => [
    primaryKey({ name: "service_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);

/** `order` is a word of SQL. */
export const patientOrder = pgTable(
  "patient_order",
  {
    ...written(),
    patientMrn: text("patient_mrn").notNull(),
    type: text("type", { enum: ["lab", "imaging", "procedure"] }).notNull(),
    itemIds: text("item_ids").array().notNull(),
    /** The provider's EMR id. */
    provider: text("provider"),
    priority: text("priority", { enum: ["routine", "urgent", "stat"] }).notNull(),
    notes: text("notes"),
    emrOrderId: text("emr_order_id"),
  },
  (table) => [
    primaryKey({ name: "patient_order_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.patientMrn),
    index().on(table.jobId),
  ],
);

export const recallAction = pgTable(
  "recall_action",
  {
    ...written(),
    recallId: uuid("recall_id").notNull(),
    actionTaken: text("action_taken").notNull(),
    note: text("note"),
    emrRecallActionId: text("emr_recall_action_id"),
    /** Whether it closed the recall; null until the EMR has it. */
    closed: boolean("closed"),
  },
  (table) => [
    primaryKey({ name: "recall_action_pk", columns: [table.organizationId, table.id] }),
    index().on(table.recallId),
    index().on(table.jobId),
  ],
);

/** Items that a catalog search found: what an order's `item_ids` are checked against (decisions §4). */
export const orderCatalogItem = pgTable(
  "order_catalog_item",
  {
    ...tenant(),
    type: text("type", { enum: ["lab", "imaging", "procedure"] }).notNull(),
    itemId: text("item_id").notNull(),
    name: text("name").notNull(),
    billable: boolean("billable").notNull(),
  },
  (table) => [
    primaryKey({
      name: "order_catalog_item_pk",
      columns: [table.organizationId, table.linkedAccountId, table.type, table.itemId],
    }),
  ],
);

/** Every table of records that a job writes: a job that is tried again takes them over. */
export const writtenTables = [patientNote, message, payment, patientOrder, recallAction, service, task] as const;

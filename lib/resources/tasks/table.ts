import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, written } from "#lib/db/tables/columns";

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

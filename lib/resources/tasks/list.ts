import { z } from "zod";
import { patientName } from "#lib/kernel/fields";
import { writtenList } from "#lib/resources/written/list";
import { day, emrId, written } from "#lib/resources/written/model";
import { task } from "./table.ts";

/** A record of GET /tasks. */
const writtenTask = z
  .object({
    task_id: z.string(),
    emr_task_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    description: z.string(),
    subject: z.string().nullable(),
    assignee_user_id: z.string().nullable(),
    phone_call_type_id: z.string().nullable(),
    notify_list: z.array(z.string()),
    location_id: z.string().nullable(),
    task_type: z.string().nullable(),
    details: z.string().nullable(),
    assigned_to: z.string().nullable(),
    facility_id: z.string().nullable(),
    due_date: day.nullable(),
    start_date: day,
    priority: z.enum(["Low", "Normal", "High"]),
    ...written,
  })
  .meta({ id: "Task" });

export type WrittenTask = z.infer<typeof writtenTask>;

/** GET /tasks. */
export const listTasks = writtenList({
  path: "/tasks",
  embed: { narrows: "patient_mrn" },
  summary: "List the tasks created through this interface, newest first",
  permission: "tasks:read",
  key: "tasks",
  model: writtenTask,
  table: task,
  idField: "task_id",
});

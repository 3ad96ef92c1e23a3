import { writtenList } from "#lib/resources/written/list";
import { writtenTask } from "./record.ts";
import { task } from "./table.ts";

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

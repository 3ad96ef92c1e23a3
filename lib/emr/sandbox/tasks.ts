import type { PoolClient } from "pg";
import { EmrError, type EmrTask } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { REQUIRED_FIELDS, type SandboxKind } from "./kind.ts";
import { listsOf, requireKnown, requireListed } from "./known.ts";
import { writeOnce } from "./write-once.ts";

/** Throws if the practice's kind of EMR requires a subject that the task lacks (interface 4.10, decisions §10). */
async function requireSubject(client: PoolClient, practiceId: string, subject: string | null): Promise<void> {
  if (subject !== null && subject.trim() !== "") return;
  const { rows } = await client.query<{ kind: SandboxKind }>("SELECT kind FROM sandbox.practice WHERE id = $1", [
    practiceId,
  ]);
  if (rows[0] && REQUIRED_FIELDS[rows[0].kind].tasks?.includes("subject")) {
    throw new EmrError("validation", "the EMR needs a subject for every task", { code: "missing_field" });
  }
}

/** Throws if the assignee is neither a staff member nor a staff group. */
async function requireAssignee(client: PoolClient, practiceId: string, task: EmrTask): Promise<void> {
  const { staffGroups, phoneCallTypes } = await listsOf(client, practiceId);
  requireListed(phoneCallTypes, "phone call type", task.phoneCallTypeId);
  await requireKnown(client, practiceId, { staff: task.assigneeUserId });
  if (staffGroups.some(({ id }) => id === task.assignedTo)) return;
  await requireKnown(client, practiceId, { staff: task.assignedTo });
}

/** Creates a task for a patient and returns its id. Throws EmrErrors for unknown references. */
export function createTask(practiceId: string, task: EmrTask, idempotencyKey: string): Promise<string> {
  return writeOnce({ practiceId, kind: "task", prefix: "TASK-", idempotencyKey }, async (client, id) => {
    await requireKnown(client, practiceId, { patient: task.patientEhrId, location: task.locationEmrId });
    await requireKnown(client, practiceId, { location: task.facilityId });
    await requireSubject(client, practiceId, task.subject);
    await requireAssignee(client, practiceId, task);
    await insertRow(client, practiceId, "task", {
      id,
      patient_id: task.patientEhrId,
      description: task.description,
      subject: task.subject,
      assignee_user_id: task.assigneeUserId,
      phone_call_type_id: task.phoneCallTypeId,
      notify_list: task.notifyList,
      location_id: task.locationEmrId,
      task_type: task.taskType,
      details: task.details,
      assigned_to: task.assignedTo,
      facility_id: task.facilityId,
      due_date: task.dueDate,
      start_date: task.startDate,
      priority: task.priority,
    });
  });
}

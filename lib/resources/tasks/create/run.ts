import { eq } from "drizzle-orm";
import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrTask } from "#lib/emr/port/port";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import { task } from "#lib/resources/tasks/table";
import type { createTask } from "./definition.ts";

/** Creates the task in the EMR, with the defaults resolved at acceptance (interface 4.10). */
export const runTask: OperationRunner<typeof createTask, EmrTask, string> = {
  async prepare({ tx, tenant, identifiers, input }) {
    const [accepted] = await tx
      .select({
        description: task.description,
        subject: task.subject,
        assigneeUserId: task.assigneeUserId,
        phoneCallTypeId: task.phoneCallTypeId,
        notifyList: task.notifyList,
        locationEmrId: task.locationId,
        taskType: task.taskType,
        details: task.details,
        assignedTo: task.assignedTo,
        facilityId: task.facilityId,
        dueDate: task.dueDate,
        startDate: task.startDate,
        priority: task.priority,
      })
      .from(task)
      .where(eq(task.id, identifiers.task_id));
    if (!accepted) throw new Error("An accepted task is gone");
    return { patientEhrId: await patientEhrId(tx, tenant.linkedAccountId, input.patient_mrn), ...accepted };
  },

  run: async (prepared, { emr, idempotencyKey, signal }) =>
    (await emr.createTask(prepared, { idempotencyKey, signal })).emrTaskId,

  async complete({ identifiers: { task_id }, input: { patient_mrn }, result: emrTaskId }) {
    const writes = [updateOf(task, task_id, { emrTaskId })];
    return { data: { task_id, emr_task_id: emrTaskId, patient_mrn }, writes };
  },

  fromEvent: async (_stored, end) => endId(end, "emr_task_id", "task_id"),

  held: { result: async (_stored, emrId) => emrId },
};

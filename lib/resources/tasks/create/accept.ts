import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { todayIn } from "#lib/kernel/dates";
import { newId } from "#lib/kernel/id";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { task } from "#lib/resources/tasks/table";
import { knownChoices } from "./choices.ts";
import type { createTask } from "./definition.ts";

/** Throws `invalid` for unknown values (interface 4.10), and `not_found` for an unknown patient (decisions §4). */
export const acceptTask: Accept<typeof createTask> = async ({ tx, tenant, input, account }) => {
  const [{ jobId, timezone }, , choices] = await allInOrder([
    account,
    requirePatient(tx, tenant.linkedAccountId, input.patient_mrn),
    knownChoices(tx, tenant.linkedAccountId, input),
  ]);
  const id = newId();
  const record = insertInto(task, {
    id,
    ...tenant,
    jobId,
    patientMrn: input.patient_mrn,
    description: input.description,
    subject: input.subject,
    assigneeUserId: input.assignee_user_id,
    phoneCallTypeId: input.phone_call_type_id,
    notifyList: [...new Set(input.notify_list)],
    locationId: input.location_id,
    assignedTo: input.assigned_to,
    dueDate: input.due_date,
    startDate: input.start_date ?? todayIn(timezone),
    priority: input.priority ?? "Normal",
    ...choices,
  });
  return { identifiers: { task_id: id }, patientMrn: input.patient_mrn, record };
};

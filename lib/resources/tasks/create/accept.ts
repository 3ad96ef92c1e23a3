import type { Accept } from "#lib/definitions/acceptance";
import { invalid } from "#lib/kernel/api-error";
import { todayIn } from "#lib/kernel/dates";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { task } from "#lib/resources/tasks/table";
import { knownChoices } from "./choices.ts";
import type { createTask } from "./definition.ts";
import { requiredTaskFields } from "./required-fields.ts";

/**
 * Throws 400 for missing fields that the EMR requires and for unknown values (interface 4.10), and 404 for an unknown
 * patient (decisions §4).
 */
export const acceptTask: Accept<typeof createTask> = async ({ tx, tenant, jobId, input, emrType, timezone }) => {
  const missing = requiredTaskFields(emrType).filter((field) => input[field] === undefined);
  if (missing.length > 0) {
    throw invalid(missing.map((field) => problem(field, "is required", `Missing required field: ${field}`)));
  }
  await requirePatient(tx, tenant.linkedAccountId, input.patient_mrn);
  const choices = await knownChoices(tx, tenant.linkedAccountId, input);
  const id = newId();
  const record = tx.insert(task).values({
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

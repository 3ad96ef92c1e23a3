import { z } from "zod";
import { jobStatus } from "#lib/jobs/record/model";
import { patientName } from "#lib/kernel/fields";

/** What every record that was written through this interface says (decisions §5). */
const written = {
  job_id: z.number().int().describe("The job that writes the record"),
  status: jobStatus.describe("Status of that job"),
  created_at: z.string().describe("ISO 8601"),
};

const day = z.string().describe("YYYY-MM-DD");
const emrId = z.string().nullable().describe("The EMR's id; null until the EMR has created the record");

export const writtenPatientNote = z
  .object({
    patient_note_id: z.string(),
    emr_note_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    subject: z.string(),
    note: z.string(),
    location_id: z.string().nullable(),
    tags: z.array(z.string()),
    ...written,
  })
  .meta({ id: "PatientNote" });

export const writtenPayment = z
  .object({
    payment_id: z.string(),
    emr_transaction_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    payment_method: z.string(),
    reference_number: z.string(),
    location: z.string(),
    amount: z.number(),
    notes: z.string().nullable(),
    deposit_date: day,
    ...written,
  })
  .meta({ id: "Payment" });

export const writtenMessage = z
  .object({
    message_id: z.string(),
    emr_message_id: emrId,
    provider: z.string().describe("The provider's EMR id"),
    subject: z.string(),
    message: z.string(),
    ...written,
  })
  .meta({ id: "Message" });

export const writtenTask = z
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

export const writtenService = z
  .object({
    service_id: z.string(),
    emr_service_id: emrId,
    emr_episode_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    team: z.string(),
    service_type: z.string(),
    form_id: z.string(),
    answers: z.record(z.string(), z.string()).describe("By EMR question id"),
    service_date: day,
    ...written,
  })
  .meta({ id: "Service" });

export const writtenOrder = z
  .object({
    order_id: z.string(),
    emr_order_id: emrId,
    patient_mrn: z.string(),
    patient_name: patientName,
    type: z.enum(["lab", "imaging", "procedure"]),
    item_ids: z.array(z.string()),
    provider: z.string().nullable().describe("The provider's EMR id"),
    priority: z.enum(["routine", "urgent", "stat"]),
    notes: z.string().nullable(),
    ...written,
  })
  .meta({ id: "Order" });

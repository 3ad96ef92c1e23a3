import { message } from "#lib/resources/messages/table";
import { patientOrder } from "#lib/resources/orders/table";
import { patientNote } from "#lib/resources/patient-notes/table";
import { payment } from "#lib/resources/payments/table";
import { service } from "#lib/resources/services/table";
import { task } from "#lib/resources/tasks/table";
import { writtenList } from "./list.ts";
import {
  writtenMessage,
  writtenOrder,
  writtenPatientNote,
  writtenPayment,
  writtenService,
  writtenTask,
} from "./model.ts";

/** GET /patient-notes. */
export const listPatientNotes = writtenList({
  path: "/patient-notes",
  embed: { narrows: "patient_mrn" },
  summary: "List the chart notes written through this interface, newest first",
  permission: "patient-notes:read",
  key: "patient_notes",
  model: writtenPatientNote,
  table: patientNote,
  toModel: (row) => ({
    patient_note_id: row.id,
    emr_note_id: row.emrNoteId,
    patient_mrn: row.patientMrn,
    subject: row.subject,
    note: row.note,
    location_id: row.locationId,
    tags: row.tags,
  }),
});

/** GET /payments. */
export const listPayments = writtenList({
  path: "/payments",
  embed: { narrows: "patient_mrn" },
  summary: "List the payments posted through this interface, newest first",
  permission: "payments:read",
  key: "payments",
  model: writtenPayment,
  table: payment,
  toModel: (row) => ({
    payment_id: row.id,
    emr_transaction_id: row.emrTransactionId,
    patient_mrn: row.patientMrn,
    payment_method: row.paymentMethod,
    reference_number: row.referenceNumber,
    location: row.location,
    amount: Number(row.amount),
    notes: row.notes,
    deposit_date: row.depositDate,
  }),
});

/** GET /messages. */
export const listMessages = writtenList({
  path: "/messages",
  embed: "account",
  summary: "List the messages sent through this interface, newest first",
  permission: "messages:read",
  key: "messages",
  model: writtenMessage,
  table: message,
  toModel: (row) => ({
    message_id: row.id,
    emr_message_id: row.emrMessageId,
    provider: row.provider,
    subject: row.subject,
    message: row.message,
  }),
});

/** GET /tasks. */
export const listTasks = writtenList({
  path: "/tasks",
  embed: { narrows: "patient_mrn" },
  summary: "List the tasks created through this interface, newest first",
  permission: "tasks:read",
  key: "tasks",
  model: writtenTask,
  table: task,
  toModel: (row) => ({
    task_id: row.id,
    emr_task_id: row.emrTaskId,
    patient_mrn: row.patientMrn,
    description: row.description,
    subject: row.subject,
    assignee_user_id: row.assigneeUserId,
    phone_call_type_id: row.phoneCallTypeId,
    notify_list: row.notifyList,
    location_id: row.locationId,
    task_type: row.taskType,
    details: row.details,
    assigned_to: row.assignedTo,
    facility_id: row.facilityId,
    due_date: row.dueDate,
    start_date: row.startDate,
    priority: row.priority,
  }),
});

/** GET /services. */
export const listServices = writtenList({
  path: "/services",
  embed: { narrows: "patient_mrn" },
  summary: "List the services created through this interface, newest first",
  permission: "services:read",
  key: "services",
  model: writtenService,
  table: service,
  toModel: (row) => ({
    service_id: row.id,
    emr_service_id: row.emrServiceId,
    emr_episode_id: row.emrEpisodeId,
    patient_mrn: row.patientMrn,
    team: row.team,
    service_type: row.serviceType,
    form_id: row.formId,
    answers: row.answers,
    service_date: row.serviceDate,
  }),
});

/** GET /orders. */
export const listOrders = writtenList({
  path: "/orders",
  embed: { narrows: "patient_mrn" },
  summary: "List the orders placed through this interface, newest first",
  permission: "orders:read",
  key: "orders",
  model: writtenOrder,
  table: patientOrder,
  toModel: (row) => ({
    order_id: row.id,
    emr_order_id: row.emrOrderId,
    patient_mrn: row.patientMrn,
    type: row.type,
    item_ids: row.itemIds,
    provider: row.provider,
    priority: row.priority,
    notes: row.notes,
  }),
});

import { isCalendarDate } from "#lib/kernel/dates";
import { refusal } from "./answer.ts";
import { lacks, type Write } from "./writing.ts";
import { noPatient, patientOf, written } from "./written.ts";

const pay: Write = (writing) => {
  const { account, body } = writing;
  const lack = lacks(body, ["patient_mrn", "payment_method", "reference_number", "location"]);
  if (lack) return lack;
  if (typeof body.amount !== "number" || !(body.amount > 0)) return refusal(400, "amount must be a positive number");
  if (body.deposit_date !== undefined && !isCalendarDate(String(body.deposit_date))) {
    return refusal(400, "deposit_date must be a date (YYYY-MM-DD)");
  }
  if (!patientOf(account, body.patient_mrn)) return noPatient(body.patient_mrn);
  return written(writing, {
    idField: "payment_id",
    ehrIdField: "emr_transaction_id",
    types: { done: "payment.created", failed: "payment.failed" },
    shown: ["payment_method", "amount", "reference_number", "patient_mrn"],
  });
};

const send: Write = (writing) => {
  const { body, service } = writing;
  const lack = lacks(body, ["provider", "subject", "message"]);
  if (lack) return lack;
  if (!/^\d+$/.test(String(body.provider))) return refusal(400, "provider must be digits only");
  const types = { done: `message.${service.variants.doneType}`, failed: "message.failed" };
  return written(writing, { idField: "message_id", types });
};

const note: Write = (writing) => {
  const { account, body } = writing;
  const lack = lacks(body, ["note", "subject", "patient_mrn", "location_id"]);
  if (lack) return lack;
  const places = account.clinic.locations.map(({ ehr_id }) => ehr_id);
  if (!places.includes(body.location_id)) return refusal(400, `location_id must be one of ${places.join(", ")}`);
  if (!patientOf(account, body.patient_mrn)) return noPatient(body.patient_mrn);
  return written(writing, {
    idField: "patient_note_id",
    ehrIdField: "emr_note_id",
    types: { done: "patient_note.created", failed: "patient_note.failed" },
    shown: ["patient_mrn", "location_id", "subject", "note"],
  });
};

const assign: Write = (writing) => {
  const { account, body, service } = writing;
  const lack = lacks(body, ["description", "patient_mrn", ...service.requiredOfTasks]);
  if (lack) return lack;
  if (!patientOf(account, body.patient_mrn)) return noPatient(body.patient_mrn);
  const types = { done: `task.${service.variants.doneType}`, failed: "task.failed" };
  return written(writing, { idField: "task_id", types });
};

const noteOfVisit: Write = (writing) => {
  const { account, body } = writing;
  const lack = lacks(body, ["appointment_id", "note"]);
  if (lack) return lack;
  if (!account.clinic.appointments.some(({ ehr_id }) => ehr_id === body.appointment_id)) {
    return refusal(404, `Appointment with appointment_id ${body.appointment_id} not found`);
  }
  const types = { done: "note.created", failed: "note.failed" };
  return written(writing, { idField: "note_id", ehrIdField: "emr_note_id", types, shown: ["appointment_id"] });
};

const serve: Write = (writing) => {
  const { account, body } = writing;
  const lack = lacks(body, ["patient_mrn", "team", "service_type", "form_id"]);
  if (lack) return lack;
  if (typeof body.answers !== "object" || body.answers === null) return refusal(400, "answers must be an object");
  if (!patientOf(account, body.patient_mrn)) return noPatient(body.patient_mrn);
  return written(writing, {
    idField: "service_id",
    ehrIdField: "emr_service_id",
    types: { done: "service.created", failed: "service.failed" },
    shown: ["patient_mrn"],
  });
};

export const CHART_WRITES: Record<string, Write> = {
  "POST /payments": pay,
  "POST /messages": send,
  "POST /patient-notes": note,
  "POST /tasks": assign,
  "POST /notes": noteOfVisit,
};

/** No page of it was found. */
export const UNDOCUMENTED_CHART_WRITES: Record<string, Write> = { "POST /services": serve };

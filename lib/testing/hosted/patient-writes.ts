import { isCalendarDate } from "#lib/kernel/dates";
import { refusal } from "./answer.ts";
import { accepted, lacks, type Write } from "./writing.ts";

const create: Write = (writing) => {
  const { account, body, newId } = writing;
  const lack = lacks(body, ["first_name", "last_name", "dob"]);
  if (lack) return lack;
  if (!isCalendarDate(String(body.dob))) return refusal(400, "dob must be a date (YYYY-MM-DD)");
  const id = newId();
  const { callback_urls: _callbacks, ...fields } = body;
  return accepted(writing, {
    ids: { patient_id: id },
    recordId: id,
    types: { done: "patient.created", failed: "patient.failed" },
    perform(ehrId) {
      const mrn = `MRN-${ehrId}`;
      account.clinic.patients.push({ sex: null, phone: null, ...fields, id, ehr_id: ehrId, mrn });
      return { data: { patient_id: id, ehr_id: ehrId, patient_mrn: mrn } };
    },
  });
};

const update: Write = (writing) => {
  const { account, body, id } = writing;
  const patient = account.clinic.patients.find((each) => each.id === id?.replaceAll("-", ""));
  if (!patient) return refusal(404, "Patient not found");
  const { callback_urls: _callbacks, ...changes } = body;
  if (Object.keys(changes).length === 0) return refusal(400, "No updatable fields provided");
  return accepted(writing, {
    ids: { patient_id: patient.id },
    recordId: String(patient.id),
    types: { done: "patient.updated", failed: "patient.failed" },
    perform() {
      Object.assign(patient, changes);
      return { data: { patient_id: patient.id, patient_mrn: patient.mrn, updated_fields: Object.keys(changes) } };
    },
  });
};

/** A file of a form: its name, type and content. */
export interface FormFile {
  name: string;
  type: string;
  content: Buffer;
}

const isFile = (value: unknown): value is FormFile =>
  typeof value === "object" && value !== null && Buffer.isBuffer((value as FormFile).content);

const upload: Write = (writing) => {
  const { account, body, newId } = writing;
  const lack = lacks(body, ["folder_name", "patient_mrn", "document"]);
  if (lack) return lack;
  const { document } = body;
  if (!isFile(document)) return refusal(400, "document must be a file of multipart/form-data");
  if (!account.clinic.patients.some(({ mrn }) => mrn === body.patient_mrn)) {
    return refusal(404, `Patient with patient_mrn ${body.patient_mrn} not found`);
  }
  const id = newId();
  return accepted(writing, {
    ids: { document_id: id },
    recordId: id,
    types: { done: "document.created", failed: "document.failed" },
    perform(ehrId) {
      account.clinic.documents.set(id, { id, ...document });
      return { data: { document_id: id, ehr_id: ehrId, patient_mrn: body.patient_mrn } };
    },
  });
};

export const PATIENT_WRITES: Record<string, Write> = {
  "POST /patients": create,
  "PATCH /patients/{id}": update,
  "POST /documents": upload,
};

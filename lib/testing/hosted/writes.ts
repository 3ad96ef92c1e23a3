import { isCalendarDate } from "#lib/kernel/dates";
import { type Answer, answer, type Fields, refusal } from "./answer.ts";
import { APPOINTMENT_WRITES } from "./appointment-writes.ts";
import { idOf } from "./ids.ts";
import { PATIENT_WRITES } from "./patient-writes.ts";
import type { Service } from "./service.ts";
import type { Account } from "./state.ts";
import { accepted, lacks, type Write, type Writing } from "./writing.ts";

const patientOf = ({ clinic }: Account, mrn: unknown) =>
  clinic.patients.find((patient) => patient.mrn === mrn && patient.ehr_id !== null);

const noPatient = (mrn: unknown) => refusal(404, `Patient with patient_mrn ${mrn} not found`);

/** Makes the write of a record that has no list: its event names its ids and some fields of its request. */
function written(
  writing: Writing,
  {
    idField,
    ehrIdField,
    types,
    shown = [],
  }: { idField: string; ehrIdField?: string; types: { done: string; failed: string }; shown?: string[] },
): Answer {
  const { account, operation, body, newId } = writing;
  const id = newId();
  return accepted(writing, {
    ids: { [idField]: id },
    recordId: id,
    types,
    perform(ehrId) {
      account.clinic.written.push({ operation, id, ehrId, body });
      const fields = Object.fromEntries(shown.map((name) => [name, body[name] ?? null]));
      return { data: { [idField]: id, ...(ehrIdField ? { [ehrIdField]: ehrId } : {}), ...fields } };
    },
  });
}

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

const refer: Write = (writing) => {
  const { account, body, newId } = writing;
  const lack = lacks(body, ["patient_mrn", "direction"]);
  if (lack) return lack;
  const patient = patientOf(account, body.patient_mrn);
  if (!patient) return noPatient(body.patient_mrn);
  if (!["incoming", "outgoing"].includes(String(body.direction))) {
    return refusal(400, "direction must be one of incoming, outgoing");
  }
  const documents = body.documents ?? [];
  if (!Array.isArray(documents)) return refusal(400, "documents must be an array");
  const id = newId();
  return accepted(writing, {
    ids: { referral_id: id },
    recordId: id,
    types: { done: "referral.created", failed: "referral.failed" },
    perform(ehrId) {
      account.clinic.referrals.push({
        id,
        ehr_id: ehrId,
        direction: body.direction,
        patient_mrn: body.patient_mrn,
        patient_first_name: patient.first_name,
        patient_last_name: patient.last_name,
        from_provider_ehr_id: body.referring_from_provider_ehr_id ?? null,
        to_provider_ehr_id: body.referring_to_provider_ehr_id ?? null,
        priority: body.priority ?? "routine",
        reason: body.reason ?? null,
        notes: body.notes ?? null,
        diagnosis_codes: [],
        document_ids: documents.map((_each, place) => idOf(id, place)),
        status: "New",
        referral_date: new Date().toISOString().slice(0, 10),
      });
      return {
        data: { referral_id: id, ehr_id: ehrId, patient_mrn: body.patient_mrn, direction: body.direction },
      };
    },
  });
};

const UPDATABLE = [
  "priority",
  "status",
  "reason",
  "notes",
  "prior_authorization_code",
  "specialty",
  "location_id",
  "start_date",
  "end_date",
  "visits_allowed",
  "assigned_to_id",
];

const updateReferral: Write = (writing) => {
  const { account, body, id = "" } = writing;
  const referral = account.clinic.referrals.find((each) => each.id === id.replaceAll("-", ""));
  if (!referral) return refusal(404, "Referral not found");
  const { callback_urls: _callbacks, ...changes } = body;
  const unexpected = Object.keys(changes).filter((name) => !UPDATABLE.includes(name));
  if (unexpected.length > 0) return refusal(400, `Unexpected fields: ${unexpected.join(", ")}`);
  if (Object.keys(changes).length === 0) return refusal(400, "No updatable fields provided");
  if (changes.priority !== undefined && !/^(routine|urgent|stat)$/i.test(String(changes.priority))) {
    return refusal(400, "priority must be one of routine, urgent, stat");
  }
  if (
    changes.location_id !== undefined &&
    !account.clinic.locations.some(({ ehr_id }) => ehr_id === changes.location_id)
  ) {
    return refusal(404, `Unknown location_id: ${changes.location_id}`);
  }
  return accepted(writing, {
    ids: { referral_id: referral.id },
    recordId: String(referral.id),
    types: { done: "referral.updated", failed: "referral.failed" },
    perform() {
      Object.assign(referral, changes);
      const { id: referral_id, ehr_id, patient_mrn, direction } = referral;
      return { data: { referral_id, ehr_id, patient_mrn, direction, updated_fields: Object.keys(changes) } };
    },
  });
};

const updateProvider: Write = ({ account, body, id, service, operation }) => {
  const provider = account.clinic.providers.find((each) => each.id === id?.replaceAll("-", ""));
  if (!provider) return refusal(404, "Provider not found");
  const { status, hide_in_availability, hours } = body;
  if (status === undefined && hide_in_availability === undefined && hours === undefined) {
    return refusal(400, "No updatable fields provided");
  }
  if (status !== undefined && !/^(active|inactive)$/i.test(String(status))) {
    return refusal(400, "status must be one of active, inactive");
  }
  if (hide_in_availability !== undefined && !["true", "false"].includes(String(hide_in_availability))) {
    return refusal(400, "hide_in_availability must be one of true, false");
  }
  if (hours !== undefined) {
    const days: readonly Fields[] | null = Array.isArray(hours) ? hours : null;
    if (!days?.every(({ shifts }) => Array.isArray(shifts))) {
      return refusal(400, "hours must be an array of objects with day and shifts");
    }
    const places = account.clinic.locations.map(({ ehr_id }) => ehr_id);
    const named = days.flatMap((day) => (day.shifts as Fields[]).map((each) => each.facility_id ?? day.facility_id));
    const unknown = named.find((place) => place !== undefined && !places.includes(place));
    if (unknown !== undefined) return refusal(400, `facility_id ${unknown} is unknown`);
    provider.hours = days;
  }
  if (status !== undefined) provider.status = String(status).toLowerCase();
  if (hide_in_availability !== undefined) provider.hide_in_availability = String(hide_in_availability) === "true";
  const recordId = String(provider.id);
  service.ledger.entries.push({
    kind: "effect",
    at: new Date(),
    operation,
    account: account.reference,
    jobId: null,
    id: recordId,
    body,
  });
  return answer({ message: "Provider updated", provider_id: recordId });
};

const ONE_ID = "{id}";

const fetchClaims: Write = (writing) => {
  const { account, body, newId } = writing;
  if (
    (body.service_date === undefined) === (body.claim_ids === undefined) ||
    (body.claim_ids !== undefined && !Array.isArray(body.claim_ids))
  ) {
    return refusal(400, "Send exactly one of service_date or claim_ids");
  }
  const asked = body.claim_ids as string[] | undefined;
  return accepted(writing, {
    ids: {},
    recordId: newId(),
    isFetch: true,
    types: { done: "claim.live_fetch_completed", failed: "claim.live_fetch_failed" },
    perform() {
      const claims = account.clinic.claims.filter(
        ({ emr_claim_id, service_date }) => asked?.includes(String(emr_claim_id)) ?? service_date === body.service_date,
      );
      const claim_ids = claims.map(({ emr_claim_id }) => emr_claim_id);
      return {
        data: {
          success: true,
          claim_ids,
          claims: claims.map((claim) => ({ ...claim, change: "unchanged" })),
          not_found_claim_ids: asked?.filter((claim) => !claim_ids.includes(claim)) ?? [],
        },
      };
    },
  });
};

const fetchSettings: Write = (writing) =>
  accepted(writing, {
    ids: { status: "queued" },
    recordId: writing.newId(),
    isFetch: true,
    types: { done: "org_settings.synced", failed: "org_settings.sync_failed" },
    perform: () => ({ data: { status: "completed", summary: {} } }),
  });

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

const WRITES: Record<string, Write> = {
  "POST /payments": pay,
  "POST /messages": send,
  "POST /patient-notes": note,
  "POST /tasks": assign,
  "POST /notes": noteOfVisit,
  "POST /referrals": refer,
  [`PATCH /referrals/${ONE_ID}`]: updateReferral,
  [`PATCH /providers/${ONE_ID}`]: updateProvider,
  ...APPOINTMENT_WRITES,
  ...PATIENT_WRITES,
};

const UNDOCUMENTED: Record<string, Write> = {
  "POST /claims/fetch": fetchClaims,
  "POST /org-settings/fetch": fetchSettings,
  "POST /services": serve,
};

/** Answers a POST or PATCH with three headers. Its work is queued. */
export function write(
  service: Service,
  account: Account,
  { method, path, body }: { method: string; path: string; body: Fields },
): Answer {
  const [, first = "", id] = path.split("/");
  const known = { ...WRITES, ...(service.variants.undocumented === "missing" ? {} : UNDOCUMENTED) };
  const whole = `${method} ${path}`;
  const found = known[whole] ?? (id === undefined ? undefined : known[`${method} /${first}/${ONE_ID}`]);
  if (!found) return refusal(404, "Not found");
  const operation = known[whole] ? whole : `${method} /${first}/${ONE_ID}`;
  if (service.unsupported.has(operation)) {
    return refusal(400, `${operation} is not supported for the connected EMR. Supported EMRs: athena, eclinicalworks`);
  }
  const number = service.ledger.entries.length;
  const newId = () => idOf(account.token, operation, number, service.jobs.length);
  return found({ service, account, operation, body, newId, ...(known[whole] ? {} : { id: id ?? "" }) });
}

import { type Fields, missing, refusal } from "./answer.ts";
import { busyRanges } from "./availability.ts";
import { makeAppointment } from "./clinic.ts";
import { localTimeOf } from "./shown.ts";
import type { Account } from "./state.ts";
import { accepted, lacks, type Write } from "./writing.ts";

const TIME = /^(\d{1,2}):(\d{2}) ?(AM|PM)$/i;

/** Returns the local time of a booking: `datetime`, or `date` with a 12-hour `time`; null if there is none. */
function bookedTime({ datetime, date, time }: Fields): string | null {
  if (datetime !== undefined) return localTimeOf(String(datetime));
  const parts = TIME.exec(String(time));
  if (!parts || Number(parts[1]) < 1 || Number(parts[1]) > 12) return null;
  const hours = (Number(parts[1]) % 12) + (parts[3]?.toUpperCase() === "PM" ? 12 : 0);
  return localTimeOf(`${date}T${String(hours).padStart(2, "0")}:${parts[2]}:00`);
}

/** Returns whether another visit of the provider touches the time. */
function isTaken(account: Account, { provider_ehr_id, datetime, duration, id }: Fields): boolean {
  const [day = "", time = ""] = String(datetime).split("T");
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const start = hours * 60 + minutes;
  const others: Account = {
    ...account,
    clinic: { ...account.clinic, appointments: account.clinic.appointments.filter((each) => each.id !== id) },
  };
  return busyRanges(others, provider_ehr_id, day).some(
    (busy) => start < busy.end && start + Number(duration) > busy.start,
  );
}

const shownIn = ({ id, ehr_id, patient_mrn, datetime, provider_ehr_id, location_ehr_id, status }: Fields): Fields => ({
  appointment_id: id,
  emr_appointment_id: ehr_id,
  patient_mrn,
  datetime,
  provider_ehr_id,
  location_id: location_ehr_id,
  status,
});

const book: Write = (writing) => {
  const { account, body, newId } = writing;
  const { clinic } = account;
  const lack = lacks(body, ["mrn", "provider", "location", "type"]);
  if (lack) return lack;
  if (body.datetime === undefined && body.date === undefined) return missing("datetime");
  const { duration = "30" } = body;
  if (typeof duration !== "string" || !/^\d+$/.test(duration)) {
    return refusal(400, "duration must be digits as text");
  }
  const datetime = bookedTime(body);
  if (datetime === null) return refusal(400, "datetime must be an ISO 8601 time, or date with a 12-hour time");
  const patient = clinic.patients.find(({ mrn }) => mrn === body.mrn);
  if (!patient) return refusal(404, `Patient with mrn ${body.mrn} not found`);
  const provider = clinic.providers.find(({ ehr_id }) => ehr_id === body.provider);
  if (!provider) return refusal(400, `provider ${body.provider} is unknown`);
  const location = clinic.locations.find(({ ehr_id }) => ehr_id === body.location);
  if (!location) return refusal(400, `location ${body.location} is unknown`);
  const id = newId();
  const record = makeAppointment(
    { account: account.token, ehrId: null, datetime, source: "cobalt_operation" },
    {
      status: "pending",
      note: body.note ?? null,
      duration: Number(duration),
      appointment_type: body.type,
      provider_ehr_id: provider.ehr_id,
      provider_name: provider.name,
      provider_npi: provider.npi,
      location: location.name,
      location_ehr_id: location.ehr_id,
      patient_mrn: patient.mrn,
      patient_ehr_id: patient.ehr_id,
      patient_first_name: patient.first_name,
      patient_last_name: patient.last_name,
      patient_dob: patient.dob,
      patient_phone: patient.phone,
      patient_gender: patient.sex,
    },
    id,
  );
  clinic.appointments.push(record);
  return accepted(writing, {
    ids: { appointment_id: id },
    recordId: id,
    types: { done: "appointment.created", failed: "appointment.failed" },
    perform(ehrId) {
      if (body.prevent_double_booking === "true" && isTaken(account, record)) {
        return { refused: "The provider has another appointment at this time" };
      }
      Object.assign(record, {
        ehr_id: ehrId,
        ehr_appointment_id: ehrId,
        emr_appointment_id: ehrId,
        status: record.status === "pending" ? "SCH" : record.status,
      });
      return { data: shownIn(record) };
    },
    fail() {
      record.status = "failed";
    },
  });
};

const BOOKED_BY: Record<string, string> = {
  provider: "provider_ehr_id",
  location: "location_ehr_id",
  type: "appointment_type",
};

const change: Write = (writing) => {
  const { account, body, id } = writing;
  const record = account.clinic.appointments.find((each) => each.id === id?.replaceAll("-", ""));
  if (!record) return refusal(404, "Appointment not found");
  const { callback_urls: _callbacks, ...changes } = body;
  const names = Object.keys(changes);
  if (names.length === 0) return refusal(400, "No updatable fields provided");
  const isOpen = record.status === "pending" || record.status === "failed";
  const unexpected = names.filter((name) => name !== "status" && name !== "note");
  if (!isOpen && unexpected.length > 0) return refusal(400, `Unexpected fields: ${unexpected.join(", ")}`);
  const codes = account.clinic.visit_statuses.map(({ code }) => code);
  if (changes.status !== undefined && !codes.includes(changes.status)) {
    return refusal(400, `status must be one of ${codes.join(", ")}`);
  }
  const { datetime } = changes;
  const time = datetime === undefined ? null : localTimeOf(String(datetime));
  if (datetime !== undefined && time === null) return refusal(400, "datetime must be an ISO 8601 time");
  const isCancelled = changes.status === "CAN";
  const done = isCancelled ? "cancelled" : changes.status === undefined ? "updated" : "status_updated";
  return accepted(writing, {
    ids: { appointment_id: record.id },
    recordId: String(record.id),
    types: { done: `appointment.${done}`, failed: "appointment.failed" },
    perform() {
      for (const [name, value] of Object.entries(changes)) record[BOOKED_BY[name] ?? name] = value;
      if (time !== null) record.datetime = time;
      return { data: { ...shownIn(record), updated_fields: names } };
    },
  });
};

export const APPOINTMENT_WRITES: Record<string, Write> = {
  "POST /appointments": book,
  "PATCH /appointments/{id}": change,
};

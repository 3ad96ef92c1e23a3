import type { AppointmentModel } from "#lib/resources/appointments/model";

export type Category = "appointment" | "schedule_slot" | "schedule_block";

/**
 * Returns a record's category (interface 2.10), which follows from its content: a block's label, a patient or a status, or none
 * of these. A visit may have no patient, such as a lunch that is booked: its time is taken all the same.
 */
export function categoryOf(record: AppointmentModel): Category {
  if (record.schedule_block_label !== "") return "schedule_block";
  const isVisit = record.patient_mrn !== "" || record.patient_ehr_id !== "" || record.status !== "";
  return isVisit ? "appointment" : "schedule_slot";
}

import type { AppointmentModel } from "#lib/resources/appointments/model";

export type Category = "appointment" | "schedule_slot" | "schedule_block";

/**
 * Returns a record's category (interface 2.10), which follows from its content: a patient, a block's label, or neither.
 */
export function categoryOf(record: AppointmentModel): Category {
  if (record.schedule_block_label !== "") return "schedule_block";
  return record.patient_mrn === "" && record.patient_ehr_id === "" ? "schedule_slot" : "appointment";
}

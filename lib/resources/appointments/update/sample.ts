import type { SampleOf } from "#lib/definitions/operation";
import type { updateAppointment } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const updateAppointmentSample: SampleOf<typeof updateAppointment> = {
  request: { emr_appointment_id: "APT-300021", status: "ARR" },
  completed: { emr_appointment_id: "APT-300021", patient_mrn: "MRN-100042", status: "ARR" },
  failed: { emr_appointment_id: "APT-300021", failure_reason: "The EMR is out of service" },
};

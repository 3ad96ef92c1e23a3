import type { SampleOf } from "#lib/definitions/operation";
import type { cancelAppointment } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const cancelAppointmentSample: SampleOf<typeof cancelAppointment> = {
  request: { reason: "The patient has recovered" },
  completed: {
    appointment_id: "01900000000070008000000000000041",
    emr_appointment_id: "APT-300021",
    patient_mrn: "MRN-100042",
    datetime: "2026-12-01T09:30:00-05:00",
    provider_ehr_id: "101",
    location_id: "LOC-1",
    status: "CAN",
    already_cancelled: false,
  },
  failed: {
    appointment_id: "01900000000070008000000000000041",
    emr_appointment_id: "APT-300021",
    failure_reason: "The appointment is no longer in the EMR",
    reasons: [{ code: "record_not_found", description: "The appointment is no longer in the EMR" }],
  },
};

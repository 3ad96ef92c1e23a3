import type { SampleOf } from "#lib/definitions/operation";
import type { bookAppointment } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const bookAppointmentSample: SampleOf<typeof bookAppointment> = {
  request: {
    patient_mrn: "MRN-100042",
    provider_ehr_id: "101",
    location_id: "LOC-1",
    appointment_type: "Follow-up",
    datetime: "2026-12-01T09:30:00-05:00",
    duration: 20,
    reason: "Cough for a week",
  },
  completed: {
    appointment_id: "01900000000070008000000000000041",
    emr_appointment_id: "APT-900041",
    patient_mrn: "MRN-100042",
    datetime: "2026-12-01T09:30:00-05:00",
    provider_ehr_id: "101",
    location_id: "LOC-1",
    status: "SCH",
  },
  failed: {
    appointment_id: "01900000000070008000000000000041",
    failure_reason: "The time is taken in the EMR by another visit or block",
    reasons: [{ code: "overlap", description: "The time is taken in the EMR by another visit or block" }],
  },
};

import type { SampleOf } from "#lib/definitions/operation";
import type { changeAppointment } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const changeAppointmentSample: SampleOf<typeof changeAppointment> = {
  request: { datetime: "2026-12-02T10:00:00-05:00", provider_ehr_id: "102" },
  completed: {
    emr_appointment_id: "APT-300021",
    patient_mrn: "MRN-100042",
    status: "SCH",
    appointment_id: "01900000000070008000000000000041",
    datetime: "2026-12-02T10:00:00-05:00",
    previous_datetime: "2026-12-01T09:30:00-05:00",
    duration: 30,
    previous_duration: 30,
    provider_ehr_id: "102",
    previous_provider_ehr_id: "101",
    location_id: "LOC-1",
    updated_fields: ["datetime", "provider_ehr_id"],
  },
  failed: {
    appointment_id: "01900000000070008000000000000041",
    emr_appointment_id: "APT-300021",
    failure_reason: "The time is taken in the EMR by another visit or block",
    reasons: [{ code: "overlap", description: "The time is taken in the EMR by another visit or block" }],
  },
};

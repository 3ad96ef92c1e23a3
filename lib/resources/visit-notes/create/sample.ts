import type { SampleOf } from "#lib/definitions/operation";
import type { createVisitNote } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createVisitNoteSample: SampleOf<typeof createVisitNote> = {
  request: {
    emr_appointment_id: "APT-100042",
    note: "Lungs clear. Continue the inhaler; return in two weeks.",
    subject: "Follow-up of bronchitis",
  },
  completed: {
    visit_note_id: "01900000000070008000000000000025",
    emr_note_id: "NOTE-900025",
    appointment_id: "01900000000070008000000000000042",
    emr_appointment_id: "APT-100042",
    patient_mrn: "MRN-100042",
    subject: "Follow-up of bronchitis",
    note: "Lungs clear. Continue the inhaler; return in two weeks.",
  },
  failed: {
    visit_note_id: "01900000000070008000000000000025",
    failure_reason: "appointment not found in the EMR",
  },
};

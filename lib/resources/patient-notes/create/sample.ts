import type { SampleOf } from "#lib/definitions/operation";
import type { createPatientNote } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createPatientNoteSample: SampleOf<typeof createPatientNote> = {
  request: {
    note: "Called about the test results; will come in on Thursday.",
    subject: "Telephone call",
    patient_mrn: "MRN-100042",
    location_id: "LOC-1",
    tags: ["Telephone Encounter"],
  },
  completed: {
    patient_note_id: "01900000000070008000000000000002",
    emr_note_id: "NOTE-900002",
    patient_mrn: "MRN-100042",
    location_id: "LOC-1",
    subject: "Telephone call",
    note: "Called about the test results; will come in on Thursday.",
  },
  failed: {
    patient_note_id: "01900000000070008000000000000002",
    failure_reason: "note category not found: Gossip",
  },
};

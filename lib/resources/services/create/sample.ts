import type { SampleOf } from "#lib/definitions/operation";
import type { createService } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createServiceSample: SampleOf<typeof createService> = {
  request: {
    patient_mrn: "MRN-100042",
    team: "Behavioral Health",
    service_type: "Anxiety Screening",
    form_id: "GAD-7",
    answers: {
      "GAD7-1": "1",
      "GAD7-2": "0",
      "GAD7-3": "2",
      "GAD7-4": "1",
      "GAD7-5": "0",
      "GAD7-6": "1",
      "GAD7-7": "0",
    },
    service_date: "2026-03-02",
  },
  completed: {
    service_id: "01900000000070008000000000000007",
    emr_service_id: "SVC-900006",
    emr_episode_id: "EPI-900005",
    patient_mrn: "MRN-100042",
  },
  failed: {
    service_id: "01900000000070008000000000000007",
    emr_service_id: null,
    patient_mrn: "MRN-100042",
    failure_reason: "service type not available for the client (not in billing matrix)",
  },
};

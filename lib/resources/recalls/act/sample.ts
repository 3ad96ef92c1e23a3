import type { SampleOf } from "#lib/definitions/operation";
import type { createRecallAction } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createRecallActionSample: SampleOf<typeof createRecallAction> = {
  request: { action_taken: "Appointment booked", note: "Comes on Thursday at 9" },
  completed: {
    recall_id: "01900000000070008000000000000007",
    recall_action_id: "01900000000070008000000000000008",
    action_taken: "Appointment booked",
    closed: true,
    patient_mrn: "MRN-100042",
  },
  failed: { recall_id: "01900000000070008000000000000007", failure_reason: "The EMR is out of service" },
};

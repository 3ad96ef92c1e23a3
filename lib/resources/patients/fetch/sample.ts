import type { SampleOf } from "#lib/definitions/operation";
import type { fetchPatients } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const fetchPatientsSample: SampleOf<typeof fetchPatients> = {
  request: { mrn: "MRN-100042" },
  completed: {
    patient_ids: ["01900000000070008000000000000042"],
    patient_mrns: ["MRN-100042"],
    has_more: false,
    found: 1,
    created: 0,
    updated: 1,
    deleted: 0,
  },
  failed: {
    failure_reason: "The EMR is out of service",
    reasons: [{ code: "emr_unavailable", description: "The EMR is out of service" }],
  },
};

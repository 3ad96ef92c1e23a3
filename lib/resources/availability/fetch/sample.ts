import type { SampleOf } from "#lib/definitions/operation";
import type { fetchAvailability } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const fetchAvailabilitySample: SampleOf<typeof fetchAvailability> = {
  request: { start_date: "2026-03-02", end_date: "2026-03-06", provider_ehr_ids: ["101"] },
  completed: {
    start_date: "2026-03-02",
    end_date: "2026-03-06",
    slot_ids: ["01900000000070008000000000000007", "01900000000070008000000000000008"],
    deleted_slot_ids: [],
    found: 42,
    created: 1,
    updated: 1,
    deleted: 0,
  },
  failed: {
    failure_reason: "The EMR is out of service",
    reasons: [{ code: "emr_unavailable", description: "The EMR is out of service" }],
  },
};

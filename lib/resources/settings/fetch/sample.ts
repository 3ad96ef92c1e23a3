import type { SampleOf } from "#lib/definitions/operation";
import type { fetchOrgSettings } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const fetchOrgSettingsSample: SampleOf<typeof fetchOrgSettings> = {
  request: {},
  completed: {
    status: "completed",
    summary: {
      providers_created: 1,
      providers_updated: 2,
      locations_created: 0,
      locations_updated: 1,
      visit_types_created: 0,
      visit_types_updated: 0,
      visit_statuses_created: 0,
      visit_statuses_updated: 0,
      insurance_companies_created: 0,
      pharmacies_created: 3,
      pharmacies_updated: 0,
      referring_providers_created: 4,
      referring_providers_updated: 1,
      policy_types_count: 12,
      staff_list_count: 40,
      required_patient_fields_synced: true,
      timezone_synced: true,
      link_org_updated: false,
    },
  },
  failed: { failure_reason: "The EMR is out of service" },
};

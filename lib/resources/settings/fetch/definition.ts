import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { orgSettingsSummary } from "#lib/resources/settings/model";

/** POST /org-settings/fetch: a live sync of the organization's settings (interface 4.7 and 3.3). */
export const fetchOrgSettings = defineOperation({
  id: "org-settings:fetch",
  name: "Settings sync",
  title: "Refresh settings",
  menuPlace: 40,
  menuGroup: "refresh",
  keywords: ["sync"],
  effect: "reads",
  place: "settings",
  summary: "Refresh providers, locations, visit types and other settings from the EMR",
  section: "4.7",
  method: "POST",
  path: "/org-settings/fetch",
  embed: "account",
  capability: null,
  oneAtATime: "An organization settings sync is already running",
  input: z.object({}),
  identifiers: z.object({}),
  jobId: { field: "job_execution_id", type: "string" },
  saysQueued: true,
  callbacks: "instead",
  acceptedMessage: "Organization settings sync queued",
  resultView: "settings-sync",
  intro:
    "Fetches the changes in the EMR since the last sync: providers, locations, visit types and statuses, insurance companies, pharmacies, referring providers and more. This happens automatically every night; start it if you need a change today.",
  form: {},
  retry: DEFAULT_RETRY,
  invalidates: [
    "settings",
    "providers",
    "locations",
    "visit-types",
    "visit-statuses",
    "referring-providers",
    "staff",
    "forms",
  ],
  events: {
    completed: {
      type: "org_settings.synced",
      action: "ehr_sync",
      data: z.object({ status: z.literal("completed"), summary: orgSettingsSummary }),
    },
    failed: { type: "org_settings.sync_failed", data: z.object({ failure_reason: z.string() }) },
  },
});

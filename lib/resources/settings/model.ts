import { z } from "zod";
import { deskSettings } from "./desk-settings.ts";

const named = z.object({ id: z.string(), name: z.string() }).meta({ id: "NamedItem" });

/** Settings of an account as the last sync stored them. */
export const accountSettings = z.object({
  timezone: z.string(),
  emr_type: z.string(),
  capabilities: z.array(z.string()),
  required_patient_fields: z.array(z.string()),
  payment_methods: z.array(named),
  note_categories: z.array(named),
  referral_statuses: z.array(named),
  specialties: z.array(named),
  task_types: z.array(named),
  task_details: z.array(named),
  phone_call_types: z.array(named),
  staff_groups: z.array(named),
  recall_actions: z.array(named),
  recall_closing_actions: z.array(named),
  teams: z.array(named.extend({ service_types: z.array(named.extend({ form_id: z.string().nullable() })) })),
  insurance_companies: z.array(named),
  pharmacies: z.array(named),
  synced_at: z.string().nullable(),
});

export type AccountSettings = z.infer<typeof accountSettings>;

/** `settings` of GET /settings (decisions §5, §11 and §12). */
export const shownSettings = accountSettings
  .extend({
    capabilities: z.array(z.string()).describe("Capabilities of the EMR"),
    writes: z.array(z.string()).nullable().describe("Ids of the operations that may write to the EMR; null if all may"),
    ...deskSettings,
  })
  .meta({ id: "Settings" });

const count = z.number().int();

/** Counts of the changes that a settings sync made (interface 2.14). */
export const orgSettingsSummary = z.object({
  providers_created: count,
  providers_updated: count,
  locations_created: count,
  locations_updated: count,
  visit_types_created: count,
  visit_types_updated: count,
  visit_statuses_created: count,
  visit_statuses_updated: count,
  insurance_companies_created: count,
  pharmacies_created: count,
  pharmacies_updated: count,
  referring_providers_created: count,
  referring_providers_updated: count,
  policy_types_count: count,
  staff_list_count: count,
  required_patient_fields_synced: z.boolean(),
  timezone_synced: z.boolean(),
  link_org_updated: z.boolean().describe("Whether the linked account changed: its time zone or its user"),
});

export type OrgSettingsSummary = z.infer<typeof orgSettingsSummary>;

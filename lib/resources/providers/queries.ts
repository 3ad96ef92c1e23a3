import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { type ProviderModel, providerModel } from "./model.ts";
import { providerNumberOf } from "./provider-number.ts";
import { provider } from "./table.ts";

const toModel = (row: typeof provider.$inferSelect): ProviderModel => ({
  id: row.id,
  ehr_id: row.ehrId,
  provider_number: providerNumberOf(row),
  first_name: row.firstName,
  last_name: row.lastName,
  npi: row.npi,
  specialty: row.specialty,
  status: row.status,
  hide_in_availability: row.hideInAvailability ? "true" : "false",
  hours: row.hours,
  changed_by: row.changedBy?.name ?? null,
  changed_at: row.changedAt?.toISOString() ?? null,
});

/** GET /providers: all providers of the practice, active or not, by name (interface 2.11). */
export const listProviders = defineList({
  path: "/providers",
  embed: "open",
  summary: "List the providers of the practice",
  permission: "providers:read",
  patientData: false,
  key: "providers",
  model: providerModel,
  table: provider,
  synced: true,
  order: keyset("asc", provider.lastName, provider.firstName, provider.id),
  toModel,
});

import { eq } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { RowCounts } from "#lib/definitions/replace-rows";
import type { Capability, EmrConnection, SyncKind } from "#lib/emr/port/port";
import { readAll } from "#lib/emr/port/read-all";
import type { AccountTenant } from "#lib/kernel/principal";
import { storeForms } from "#lib/resources/forms/sync";
import { storeLocations } from "#lib/resources/locations/sync";
import { storeProviders } from "#lib/resources/providers/sync";
import { storeReferringProviders } from "#lib/resources/referring-providers/sync";
import { storeStaff } from "#lib/resources/staff/sync";
import { storeVisitStatuses } from "#lib/resources/visit-statuses/sync";
import { storeVisitTypes } from "#lib/resources/visit-types/sync";
import { toAccountSettings } from "./from-emr.ts";
import type { AccountSettings, OrgSettingsSummary } from "./model.ts";
import { storedSettings } from "./stored-settings.ts";

/** Reads the records of a settings sync from the EMR (interface 2.14). Throws EmrErrors. */
export async function readOrgSettings(emr: EmrConnection, signal: AbortSignal) {
  const read = async <Kind extends SyncKind>(kind: Kind) => (await readAll(emr, kind, signal)).records;
  const [settings, locations, providers, visitTypes, staff, referringProviders, forms] = await Promise.all([
    emr.readSettings(signal),
    read("locations"),
    read("providers"),
    read("visit_types"),
    read("staff"),
    read("referring_providers"),
    read("forms"),
  ]);
  return { settings, locations, providers, visitTypes, staff, referringProviders, forms };
}

export type OrgSettings = Awaited<ReturnType<typeof readOrgSettings>>;

/** The counts of a sync that stored nothing. */
const NOTHING_CHANGED: OrgSettingsSummary = {
  providers_created: 0,
  providers_updated: 0,
  locations_created: 0,
  locations_updated: 0,
  visit_types_created: 0,
  visit_types_updated: 0,
  visit_statuses_created: 0,
  visit_statuses_updated: 0,
  insurance_companies_created: 0,
  pharmacies_created: 0,
  pharmacies_updated: 0,
  referring_providers_created: 0,
  referring_providers_updated: 0,
  policy_types_count: 0,
  staff_list_count: 0,
  required_patient_fields_synced: false,
  timezone_synced: false,
  link_org_updated: false,
};

/** Counts the differences between two lists of named entries. */
function compare(before: { id: string; name: string }[], now: { id: string; name: string }[]): RowCounts {
  const names = new Map(before.map(({ id, name }) => [id, name]));
  return {
    created: now.filter(({ id }) => !names.has(id)).length,
    updated: now.filter(({ id, name }) => names.has(id) && names.get(id) !== name).length,
  };
}

/**
 * Stores the result of a settings reading in the caller's transaction and counts the changes (interface 2.14). A
 * concurrent sync of the same account waits here until the first has ended.
 */
export async function storeOrgSettings(
  tx: Transaction,
  tenant: AccountTenant,
  { orgSettings: read, asOf }: { orgSettings: OrgSettings; asOf: number },
  account: { emrType: string; capabilities: ReadonlySet<Capability> },
): Promise<OrgSettingsSummary> {
  const mine = eq(linkedAccount.id, tenant.linkedAccountId);
  const [before] = await tx
    .select({
      settings: linkedAccount.settings,
      timezone: linkedAccount.timezone,
      userActive: linkedAccount.userActive,
      asOf: linkedAccount.asOf,
    })
    .from(linkedAccount)
    .where(mine)
    .for("no key update");
  if (!before) throw new Error("No such linked account");
  // A newer reading or change is stored already: this one is stale.
  if (before.asOf > asOf) return NOTHING_CHANGED;
  const { timezone, userActive } = read.settings;
  const old: Pick<AccountSettings, "insurance_companies" | "pharmacies"> = storedSettings(before.settings) ?? {
    insurance_companies: [],
    pharmacies: [],
  };
  const syncedAt = new Date();
  await tx
    .update(linkedAccount)
    .set({ timezone, userActive, settings: toAccountSettings(read.settings, { ...account, syncedAt }), syncedAt, asOf })
    .where(mine);
  const locations = await storeLocations(tx, tenant, read.locations);
  const providers = await storeProviders(tx, tenant, read.providers);
  const visitTypes = await storeVisitTypes(tx, tenant, read.visitTypes);
  const visitStatuses = await storeVisitStatuses(tx, tenant, read.settings.visitStatuses);
  const referringProviders = await storeReferringProviders(tx, tenant, read.referringProviders);
  await storeStaff(tx, tenant, read.staff);
  await storeForms(tx, tenant, read.forms);
  const pharmacies = compare(old.pharmacies, read.settings.pharmacies);
  return {
    providers_created: providers.created,
    providers_updated: providers.updated,
    locations_created: locations.created,
    locations_updated: locations.updated,
    visit_types_created: visitTypes.created,
    visit_types_updated: visitTypes.updated,
    visit_statuses_created: visitStatuses.created,
    visit_statuses_updated: visitStatuses.updated,
    insurance_companies_created: compare(old.insurance_companies, read.settings.insuranceCompanies).created,
    pharmacies_created: pharmacies.created,
    pharmacies_updated: pharmacies.updated,
    referring_providers_created: referringProviders.created,
    referring_providers_updated: referringProviders.updated,
    // The EMR lists no policy types other than its insurance companies.
    policy_types_count: read.settings.insuranceCompanies.length,
    staff_list_count: read.staff.length,
    required_patient_fields_synced: true,
    timezone_synced: true,
    link_org_updated: before.timezone !== timezone || before.userActive !== userActive,
  };
}

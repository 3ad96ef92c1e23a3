import { sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { syncKind } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { RowCounts } from "#lib/definitions/replace-rows";
import type { EmrConnection, EmrSettings, FaultyRecord, SyncedRecords, SyncKind } from "#lib/emr/port/port";
import { readAll } from "#lib/emr/port/read-all";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { syncedForms } from "#lib/resources/forms/sync";
import { syncedLocations } from "#lib/resources/locations/sync";
import { syncedProviders } from "#lib/resources/providers/sync";
import { syncedReferringProviders } from "#lib/resources/referring-providers/sync";
import { syncedStaff } from "#lib/resources/staff/sync";
import { clearSeen, completeReading, rowOf, type SyncKindRow } from "#lib/resources/synced/complete-reading";
import { storePage } from "#lib/resources/synced/store-page";
import type { SyncContext, SyncedKind } from "#lib/resources/synced/synced-kind";
import { syncedVisitTypes } from "#lib/resources/visit-types/sync";
import type { OrgSettingsSummary } from "./model.ts";
import { type SettingsChanges, storeSettings, syncedSettings } from "./sync.ts";

/** The kinds of records that a settings sync reads. */
export const SETTINGS_KINDS = [
  "settings",
  "locations",
  "providers",
  "visit_types",
  "staff",
  "referring_providers",
  "forms",
] as const satisfies SyncKind[];

type List<Kind extends SyncKind> = { records: SyncedRecords[Kind][]; faulty: FaultyRecord[] } | null;

/** Reads the records of a settings sync from the EMR (interface 2.14); null for those that it does not show. Throws EmrErrors. */
export async function readOrgSettings(emr: EmrConnection, signal: AbortSignal) {
  const read = async <Kind extends SyncKind>(kind: Kind): Promise<List<Kind>> =>
    emr.kinds[kind].read === "unsupported" ? null : readAll(emr, kind, signal);
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

interface Storing {
  tx: Transaction;
  tenant: AccountTenant;
  asOf: number;
  context: Omit<SyncContext, "accepted">;
}

/**
 * Locks the row of a kind and begins a reading that ends any other one of the kind. Returns null if a reading that began
 * later is stored already.
 */
async function begin({ tx, tenant, asOf }: Storing, kind: SyncKind): Promise<SyncKindRow | null> {
  const { organizationId, linkedAccountId } = tenant;
  await tx.insert(syncKind).values({ organizationId, linkedAccountId, kind }).onConflictDoNothing();
  const [row] = await tx.select().from(syncKind).where(rowOf(tenant, kind)).for("update");
  if (!row || (row.asOf ?? 0) > asOf) return null;
  await clearSeen(tx, tenant, kind);
  await tx
    .update(syncKind)
    .set({ runner: null, mode: "whole", asOf, pages: 1, total: null, beganAt: present() })
    .where(rowOf(tenant, kind));
  return { ...row, asOf };
}

/** Stores a whole list by the page functions of a sync, under the same guard against short answers. */
async function storeList<Kind extends SyncKind>(
  storing: Storing,
  synced: SyncedKind<Kind>,
  list: List<Kind>,
): Promise<RowCounts> {
  const row = list && (await begin(storing, synced.kind));
  if (!row) return { created: 0, updated: 0 };
  const { tx, tenant, asOf } = storing;
  const context = { ...storing.context, accepted: row.acceptHeld };
  const stored = await storePage(tx, tenant, synced, { ...list, deleted: [] }, { asOf, whole: true, context });
  await tx.update(syncKind).set({ rows: stored.rows }).where(rowOf(tenant, synced.kind));
  await completeReading(tx, tenant, synced, row, { removes: true });
  return stored;
}

async function storeTheSettings(storing: Storing, settings: EmrSettings): Promise<SettingsChanges | null> {
  const row = await begin(storing, "settings");
  if (!row) return null;
  const { tx, tenant, asOf } = storing;
  const changes = await storeSettings(tx, tenant, { settings, asOf }, { ...storing.context, accepted: row.acceptHeld });
  await tx.update(syncKind).set({ rows: 1 }).where(rowOf(tenant, "settings"));
  await completeReading(tx, tenant, syncedSettings, row, { removes: true, held: changes.held });
  return changes;
}

/**
 * Stores the result of a settings reading in the caller's transaction and counts the changes (interface 2.14). A kind of
 * which a newer reading is stored stays as it is.
 */
export async function storeOrgSettings(
  tx: Transaction,
  tenant: AccountTenant,
  { orgSettings: read, asOf }: { orgSettings: OrgSettings; asOf: number },
  context: Omit<SyncContext, "accepted">,
): Promise<OrgSettingsSummary> {
  const storing = { tx, tenant, asOf, context };
  // In the order in which a sync locks the rows of its kinds.
  const settings = await storeTheSettings(storing, read.settings);
  const locations = await storeList(storing, syncedLocations, read.locations);
  const providers = await storeList(storing, syncedProviders, read.providers);
  const visitTypes = await storeList(storing, syncedVisitTypes, read.visitTypes);
  await storeList(storing, syncedStaff, read.staff);
  const referringProviders = await storeList(storing, syncedReferringProviders, read.referringProviders);
  await storeList(storing, syncedForms, read.forms);
  // The account counts as fresh only once a first sync has brought the other kinds.
  await tx.execute(sql`UPDATE linked_account SET synced_at = now()
    WHERE organization_id = ${ownOrganization} AND id = ${tenant.linkedAccountId} AND synced_at IS NOT NULL
      AND ${settings !== null}`);
  return {
    providers_created: providers.created,
    providers_updated: providers.updated,
    locations_created: locations.created,
    locations_updated: locations.updated,
    visit_types_created: visitTypes.created,
    visit_types_updated: visitTypes.updated,
    visit_statuses_created: settings?.visitStatuses.created ?? 0,
    visit_statuses_updated: settings?.visitStatuses.updated ?? 0,
    insurance_companies_created: settings?.insuranceCompanies.created ?? 0,
    pharmacies_created: settings?.pharmacies.created ?? 0,
    pharmacies_updated: settings?.pharmacies.updated ?? 0,
    referring_providers_created: referringProviders.created,
    referring_providers_updated: referringProviders.updated,
    // The EMR lists no policy types other than its insurance companies.
    policy_types_count: settings ? read.settings.insuranceCompanies.length : 0,
    staff_list_count: settings ? (read.staff?.records.length ?? 0) : 0,
    required_patient_fields_synced: settings !== null,
    timezone_synced: settings !== null,
    link_org_updated: settings?.linkChanged ?? false,
  };
}

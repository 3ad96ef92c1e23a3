import type { SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { syncedAppointments } from "#lib/resources/appointments/sync";
import { syncedClaims } from "#lib/resources/claims/sync";
import { syncedDocuments } from "#lib/resources/documents/sync";
import { syncedForms } from "#lib/resources/forms/sync";
import { syncedLocations } from "#lib/resources/locations/sync";
import { syncedPatients } from "#lib/resources/patients/sync";
import { syncedProviders } from "#lib/resources/providers/sync";
import { syncedRecalls } from "#lib/resources/recalls/sync";
import { syncedReferrals } from "#lib/resources/referrals/sync";
import { syncedReferringProviders } from "#lib/resources/referring-providers/sync";
import { syncedSettings } from "#lib/resources/settings/sync";
import { syncedStaff } from "#lib/resources/staff/sync";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { syncedVisitTypes } from "#lib/resources/visit-types/sync";

const BY_KIND: { [Kind in SyncKind]: SyncedKind<Kind> } = {
  settings: syncedSettings,
  locations: syncedLocations,
  providers: syncedProviders,
  visit_types: syncedVisitTypes,
  staff: syncedStaff,
  referring_providers: syncedReferringProviders,
  forms: syncedForms,
  patients: syncedPatients,
  appointments: syncedAppointments,
  claims: syncedClaims,
  referrals: syncedReferrals,
  recalls: syncedRecalls,
  documents: syncedDocuments,
};

/** How each kind is stored, in the order of a sync. */
export const SYNCED_KINDS: readonly SyncedKind[] = SYNC_KINDS.map((kind) => BY_KIND[kind] as SyncedKind);

import type { KindSupport, SyncKind } from "#lib/emr/port/port";
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

/** How each kind is stored. */
export const SYNCED_KINDS: readonly SyncedKind[] = SYNC_KINDS.map((kind) => BY_KIND[kind] as SyncedKind);

/**
 * The order of a sync: stages one after the other, each with lines of kinds that are read side by side. Providers come
 * before the schedule, of which only active ones' is stored; kinds that change rows of each other share a line.
 */
const STAGES: readonly (readonly (readonly SyncKind[])[])[] = [
  [
    ["settings", "locations", "providers"],
    ["visit_types", "staff"],
    ["referring_providers", "forms"],
  ],
  [
    ["patients", "appointments"],
    ["claims", "recalls"],
    ["referrals", "documents"],
  ],
];

/** Returns the stages of a connection: a kind that is read for what another one names has a stage after that one's. */
export function stagesOf(kinds: Readonly<Record<SyncKind, KindSupport>>): readonly (readonly SyncKind[])[][] {
  const splitOf = (lines: readonly (readonly SyncKind[])[]): (readonly SyncKind[])[][] => {
    const all = lines.flat();
    const isLater = (kind: SyncKind): boolean => all.some((each) => each === kinds[kind].after);
    const later = lines.map((line) => line.filter(isLater));
    const now = lines.map((line) => line.filter((kind) => !isLater(kind)));
    const isSplit = later.flat().length > 0 && now.flat().length > 0;
    return isSplit ? [now, ...splitOf(later)] : [[...lines]];
  };
  // A kind may come after one of a later stage, as places do that visits alone name.
  const stageOf = (kind: SyncKind | undefined) =>
    STAGES.findIndex((lines) => lines.flat().some((each) => each === kind));
  const isDeferred = (kind: SyncKind) => stageOf(kinds[kind].after) > stageOf(kind);
  const deferred = STAGES.flat(2).filter(isDeferred);
  const stages = STAGES.map((lines) => lines.map((line) => line.filter((kind) => !isDeferred(kind))));
  return [...stages.flatMap(splitOf), ...(deferred.length > 0 ? [[deferred]] : [])];
}

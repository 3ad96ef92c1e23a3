import { newId } from "#lib/core/id";
import { location, patient, provider, visitStatus } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { EmrLocation, EmrPatient, EmrProvider, EmrSettings } from "#lib/emr/port";
import { searchTextOf } from "./patient-search.ts";
import { type AccountTenant, replaceRows } from "./replace-rows.ts";

/** Stores the account's locations as the EMR has them; one that it no longer has is removed. */
export const storeLocations = (tx: Transaction, tenant: AccountTenant, locations: EmrLocation[]): Promise<void> =>
  replaceRows(
    tx,
    tenant,
    location,
    locations.map((found) => ({ id: newId(), ...found })),
    { key: "emrId", ours: ["id"] },
  );

/**
 * Stores the account's providers as the EMR has them. Whether one is active is the EMR's word only when first seen:
 * later it is set here, and says whether the schedule is synchronized (interface 3.4).
 */
export const storeProviders = (tx: Transaction, tenant: AccountTenant, providers: EmrProvider[]): Promise<void> =>
  replaceRows(
    tx,
    tenant,
    provider,
    providers.map((found) => ({ id: newId(), ...found, hideInAvailability: false })),
    { key: "ehrId", ours: ["id", "status", "hideInAvailability"] },
  );

/** Stores the account's visit statuses in the EMR's order. */
export const storeVisitStatuses = (
  tx: Transaction,
  tenant: AccountTenant,
  statuses: EmrSettings["visitStatuses"],
): Promise<void> =>
  replaceRows(
    tx,
    tenant,
    visitStatus,
    statuses.map((found, position) => ({ ...found, position })),
    { key: "code" },
  );

/** Stores the account's patients as the EMR has them; one that it no longer has is removed. */
export const storePatients = (tx: Transaction, tenant: AccountTenant, patients: EmrPatient[]): Promise<void> =>
  replaceRows(
    tx,
    tenant,
    patient,
    patients.map((found) => ({ id: newId(), ...found, searchText: searchTextOf(found) })),
    { key: "mrn", ours: ["id"] },
  );

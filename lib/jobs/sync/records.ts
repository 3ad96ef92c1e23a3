import { form, location, patient, provider, referringProvider, staff, visitStatus, visitType } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type {
  EmrForm,
  EmrLocation,
  EmrPatient,
  EmrProvider,
  EmrReferringProvider,
  EmrSettings,
  EmrStaff,
  EmrVisitType,
} from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { searchTextOf } from "#lib/resources/patients/search-text";

/** Stores the account's locations as the EMR has them; one that it no longer has is removed. */
export const storeLocations = (tx: Transaction, tenant: AccountTenant, locations: EmrLocation[]): Promise<RowCounts> =>
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
export const storeProviders = (tx: Transaction, tenant: AccountTenant, providers: EmrProvider[]): Promise<RowCounts> =>
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
): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    visitStatus,
    statuses.map((found, position) => ({ ...found, position })),
    { key: "code" },
  );

/** Stores the account's patients as the EMR has them; one that it no longer has is removed. */
export const storePatients = (tx: Transaction, tenant: AccountTenant, patients: EmrPatient[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    patient,
    patients.map((found) => ({ id: newId(), ...found, searchText: searchTextOf(found) })),
    { key: "mrn", ours: ["id"] },
  );

/** Stores the account's visit types. */
export const storeVisitTypes = (tx: Transaction, tenant: AccountTenant, types: EmrVisitType[]): Promise<RowCounts> =>
  replaceRows(tx, tenant, visitType, types, { key: "id" });

/** Stores the account's staff. */
export const storeStaff = (tx: Transaction, tenant: AccountTenant, members: EmrStaff[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    staff,
    members.map((found) => ({ id: newId(), ...found })),
    { key: "ehrId", ours: ["id"] },
  );

/** Ten digits as XXX-XXX-XXXX, whatever stands between them; anything else as it is (interface 4.15). */
function phoneNumber(given: string | null): string | null {
  const digits = given?.replaceAll(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits?.length === 10 ? digits.replace(/(\d{3})(\d{3})(\d{4})/, "$1-$2-$3") : given;
}

/** Stores the account's referring providers, their phone and fax as XXX-XXX-XXXX. */
export const storeReferringProviders = (
  tx: Transaction,
  tenant: AccountTenant,
  providers: EmrReferringProvider[],
): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    referringProvider,
    providers.map((found) => ({
      id: newId(),
      ...found,
      phone: phoneNumber(found.phone),
      fax: phoneNumber(found.fax),
    })),
    { key: "ehrId", ours: ["id"] },
  );

/** Stores the account's forms with their questions. */
export const storeForms = (tx: Transaction, tenant: AccountTenant, forms: EmrForm[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    form,
    forms.map((found) => ({ id: newId(), ...found })),
    { key: "emrFormId", ours: ["id"] },
  );

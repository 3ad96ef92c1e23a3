import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrPatient } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { searchTextOf } from "./search-text.ts";

/** Stores the account's patients as the EMR has them and removes those that it no longer has. */
export const storePatients = (tx: Transaction, tenant: AccountTenant, patients: EmrPatient[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    patient,
    patients.map((found) => ({ id: newId(), ...found, searchText: searchTextOf(found) })),
    { key: "ehrId", ours: ["id"] },
  );

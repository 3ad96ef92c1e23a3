import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrLocation } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { location } from "./table.ts";

/** Stores the account's locations as the EMR has them and removes those that it no longer has. */
export const storeLocations = (tx: Transaction, tenant: AccountTenant, locations: EmrLocation[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    location,
    locations.map((found) => ({ id: newId(), ...found })),
    { key: "emrId", ours: ["id"] },
  );

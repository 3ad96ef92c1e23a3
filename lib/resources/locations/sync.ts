import { location } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrLocation } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";

/** Stores the account's locations as the EMR has them; one that it no longer has is removed. */
export const storeLocations = (tx: Transaction, tenant: AccountTenant, locations: EmrLocation[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    location,
    locations.map((found) => ({ id: newId(), ...found })),
    { key: "emrId", ours: ["id"] },
  );

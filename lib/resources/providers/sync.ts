import { provider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrProvider } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";

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

import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrProvider } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { provider } from "./table.ts";

/**
 * Stores the account's providers as the EMR has them. The EMR's active flag is taken only for a new provider: later the
 * flag is set here and decides whether the schedule is synced (interface 3.4).
 */
export const storeProviders = (tx: Transaction, tenant: AccountTenant, providers: EmrProvider[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    provider,
    providers.map((found) => ({ id: newId(), ...found, hideInAvailability: false })),
    { key: "ehrId", ours: ["id", "status", "hideInAvailability"] },
  );

import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrSettings } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { visitStatus } from "./table.ts";

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

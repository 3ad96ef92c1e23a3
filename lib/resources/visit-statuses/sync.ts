import { visitStatus } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrSettings } from "#lib/emr/port/port";

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

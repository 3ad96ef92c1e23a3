import { asc, eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrSettings } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { visitStatus } from "./table.ts";

/** Returns the stored visit statuses in the EMR's order. */
export const storedVisitStatuses = (tx: Transaction, { linkedAccountId }: AccountTenant) =>
  tx
    .select({ code: visitStatus.code, description: visitStatus.description, meaning: visitStatus.meaning })
    .from(visitStatus)
    .where(eq(visitStatus.linkedAccountId, linkedAccountId))
    .orderBy(asc(visitStatus.position));

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
    statuses.map(({ meaning = null, ...found }, position) => ({ ...found, position, meaning })),
    { key: "code" },
  );

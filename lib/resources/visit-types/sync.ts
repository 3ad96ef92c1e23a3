import { visitType } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrVisitType } from "#lib/emr/port/port";

/** Stores the account's visit types. */
export const storeVisitTypes = (tx: Transaction, tenant: AccountTenant, types: EmrVisitType[]): Promise<RowCounts> =>
  replaceRows(tx, tenant, visitType, types, { key: "id" });

import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrVisitType } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { visitType } from "./table.ts";

/** Stores the account's visit types. */
export const storeVisitTypes = (tx: Transaction, tenant: AccountTenant, types: EmrVisitType[]): Promise<RowCounts> =>
  replaceRows(tx, tenant, visitType, types, { key: "id" });

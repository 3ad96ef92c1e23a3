import { staff } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrStaff } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";

/** Stores the account's staff. */
export const storeStaff = (tx: Transaction, tenant: AccountTenant, members: EmrStaff[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    staff,
    members.map((found) => ({ id: newId(), ...found })),
    { key: "ehrId", ours: ["id"] },
  );

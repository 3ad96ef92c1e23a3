import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrStaff } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { staff } from "./table.ts";

export const storeStaff = (tx: Transaction, tenant: AccountTenant, members: EmrStaff[]): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    staff,
    members.map((found) => ({ id: newId(), ...found })),
    { key: "ehrId", ours: ["id"] },
  );

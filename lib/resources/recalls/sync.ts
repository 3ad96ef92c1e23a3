import { recall } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AccountTenant, type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrRecall } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";

/** Stores the account's recalls with their actions as the EMR has them. */
export const storeRecalls = (
  tx: Transaction,
  tenant: AccountTenant,
  { recalls, asOf }: { recalls: EmrRecall[]; asOf: number },
): Promise<RowCounts> =>
  replaceRows(
    tx,
    tenant,
    recall,
    recalls.map((found) => ({ id: newId(), ...found })),
    { key: "ehrId", ours: ["id"], asOf },
  );

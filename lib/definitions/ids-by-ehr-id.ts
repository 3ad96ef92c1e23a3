import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "./replace-rows.ts";

type IdentifiedTable = PgTable & { id: PgColumn; ehrId: PgColumn; linkedAccountId: PgColumn };

/** Returns the ids here of a table's records of one account, by their ids in the EMR. */
export async function idsByEhrId(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  table: IdentifiedTable,
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: table.id, ehrId: table.ehrId })
    .from(table as PgTable)
    .where(eq(table.linkedAccountId, linkedAccountId));
  return new Map(rows.map((row) => [String(row.ehrId), String(row.id)]));
}

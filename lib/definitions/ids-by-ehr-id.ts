import { eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";

type IdentifiedTable = PgTable & { id: PgColumn; ehrId: PgColumn; linkedAccountId: PgColumn };

/** Maps the EMR ids of an account's records in a table to the records' ids. */
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

import { and, eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";

type IdentifiedTable = PgTable & { id: PgColumn; ehrId: PgColumn; linkedAccountId: PgColumn };

/** Maps these EMR ids of an account's records in a table to the records' ids. */
export async function idsByEhrId(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  table: IdentifiedTable,
  ehrIds: string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: table.id, ehrId: table.ehrId })
    .from(table as PgTable)
    .where(and(eq(table.linkedAccountId, linkedAccountId), sql`${table.ehrId} = ANY (${sql.param(ehrIds)}::text[])`));
  return new Map(rows.map((row) => [String(row.ehrId), String(row.id)]));
}

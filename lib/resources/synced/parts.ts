import { sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import type { StoredRows } from "./synced-kind.ts";

/** Returns the stored parts of records with these ids: the rows `<id>/<part>`, by the id of the record. */
export async function storedParts(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  rows: StoredRows,
  ids: readonly string[],
): Promise<{ whole: string; part: string }[]> {
  if (ids.length === 0 || !rows.parts) return [];
  const key = sql.identifier(rows.key.name);
  const { rows: found } = await tx.execute<{ whole: string; part: string }>(
    sql`SELECT split_part(${key}, '/', 1) AS whole, ${key} AS part FROM ${rows.table}
        WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId} AND ${rows.parts}
          AND ${key} LIKE '%/%'
          AND split_part(${key}, '/', 1) = ANY (${sql.param([...ids])}::text[])`,
  );
  return found;
}

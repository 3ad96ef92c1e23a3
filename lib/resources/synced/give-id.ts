import { and, eq, getTableName, ne } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { noteChanged } from "#lib/db/changed-records";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";

interface Named {
  table: PgTable & { id: PgColumn; linkedAccountId: PgColumn };
  /** Column of the EMR's id. */
  key: PgColumn;
  ehrId: string;
  /** The id that the acceptance has answered. */
  id: string;
}

/** Gives a stored record the id that an acceptance has answered: a sync may have stored it under another one before. */
export async function giveId(tx: Transaction, tenant: AccountTenant, { table, key, ehrId, id }: Named): Promise<void> {
  const other = and(eq(table.linkedAccountId, tenant.linkedAccountId), eq(key, ehrId), ne(table.id, id));
  const former = await tx.select({ id: table.id }).from(table).where(other);
  if (former.length === 0) return;
  await changeRecords(tx, tenant, table, tx.update(table).set({ id }).where(other).returning({ id: table.id }));
  noteChanged(tx, tenant, getTableName(table), former);
}

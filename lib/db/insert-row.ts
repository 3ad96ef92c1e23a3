import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "./tenant.ts";
import { insertInto, sendWrites } from "./write.ts";

/** Inserts one row in the caller's transaction and sends it at once; omitted and undefined columns get their default. */
export const insertRow = <Table extends PgTable>(
  tx: Transaction,
  table: Table,
  row: Table["$inferInsert"],
): Promise<void> => sendWrites(tx, [insertInto(table, row)]);

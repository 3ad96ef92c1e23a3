import { and, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { ReadPermission } from "#lib/auth/permissions";
import { defineRead, type ReadContext, type ReadDefinition } from "./definition.ts";
import type { Keyset } from "./keyset.ts";
import { nextCursor, pageQuery, toPage } from "./page.ts";

type AccountTable = PgTable & { linkedAccountId: PgColumn };

interface ListDefinition<Table extends AccountTable, Filters extends z.ZodRawShape, Model extends z.ZodType> {
  path: string;
  summary: string;
  permission: ReadPermission;
  /** True where its records tell something about a patient: then each read is in the audit log. */
  patientData: boolean;
  /** What the body calls the list (decisions §5). */
  key: string;
  model: Model;
  /** One row of it is one record. */
  table: Table;
  order: Keyset;
  /** True where `toModels` asks for nothing more (see readTenantAtOnce). */
  atOnce?: boolean;
  filters?: Filters;
  /** The conditions that the filters stand for. */
  where?(context: ReadContext<z.infer<z.ZodObject<Filters>>>): SQL | undefined;
  /** The records of a page's rows, in their order; what lies in other tables is looked up for all of them at once. */
  toModels(rows: Table["$inferSelect"][], context: ReadContext<unknown>): Promise<z.infer<Model>[]> | z.infer<Model>[];
}

/** A GET that lists the account's rows of one table, by `limit` and `cursor` (decisions §5, large reads). */
export function defineList<
  Table extends AccountTable,
  Model extends z.ZodType,
  Filters extends z.ZodRawShape = Record<never, never>,
>(list: ListDefinition<Table, Filters, Model>): ReadDefinition {
  const { path, summary, permission, patientData, key, model, order, where, toModels } = list;
  const table: AccountTable = list.table;
  return defineRead({
    path,
    summary,
    permission,
    patientData,
    atOnce: list.atOnce ?? false,
    query: z.object({ ...list.filters, ...pageQuery }),
    body: z.object({ [key]: z.array(model), ...nextCursor }),
    async read(given) {
      const { limit, cursor } = given.query as { limit: number; cursor?: string };
      const context = given as unknown as ReadContext<z.infer<z.ZodObject<Filters>>>;
      const found = await given.tx
        .select({ row: getTableColumns(table), position: order.position })
        .from(table)
        .where(and(eq(table.linkedAccountId, given.linkedAccountId), where?.(context), order.after(cursor)))
        .orderBy(order.orderBy)
        .limit(limit + 1);
      const { page, ...more } = toPage(found, limit, ({ position }) => position);
      const rows = page.map(({ row }) => row as Table["$inferSelect"]);
      return { [key]: await toModels(rows, context), ...more };
    },
  }) as unknown as ReadDefinition;
}

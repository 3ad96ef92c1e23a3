import { count, type SQL, sum } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Transaction } from "#lib/db/tenant";

/** Amounts of money that a list adds up, by their names in `totals`. */
export type Summed = Record<string, PgColumn>;

/** The parameter that asks for the number of all matching rows, which costs a count of them (decisions §5). */
export const totalParameter = {
  include_total: z
    .enum(["true", "false"], { error: "must be true or false" })
    .optional()
    .describe("`true` adds `total`, the number of all matching rows, to the answer"),
};

/** The fields of the answer that `include_total=true` adds. */
export const totalFields = (summed: Summed = {}) => ({
  total: z.number().int().optional().describe("Number of all matching rows; only with `include_total=true`"),
  ...(Object.keys(summed).length > 0 && {
    totals: z
      .object(Object.fromEntries(Object.keys(summed).map((name) => [name, z.string()])))
      .optional()
      .describe("Sums over all matching rows, decimal amounts as text; only with `include_total=true`"),
  }),
});

/** Counts the rows that meet a condition and adds up the list's amounts. Sends its statement at once. */
export async function totalsOf(tx: Transaction, table: PgTable, where: SQL | undefined, summed: Summed = {}) {
  const sums = Object.fromEntries(Object.entries(summed).map(([name, column]) => [name, sum(column)]));
  const [found] = await tx
    .select({ total: count(), ...sums })
    .from(table)
    .where(where);
  const { total = 0, ...added } = (found ?? {}) as { total?: number } & Record<string, string | null>;
  if (Object.keys(summed).length === 0) return { total };
  return { total, totals: Object.fromEntries(Object.entries(added).map(([name, text]) => [name, text ?? "0.00"])) };
}

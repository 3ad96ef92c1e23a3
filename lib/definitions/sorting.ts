import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Keyset, keyset } from "./keyset.ts";

/** The orders of a list that a caller may ask for besides its own. */
export interface Sorting {
  /** The parameter `sort`; absent if the list has one order only. */
  parameter: { sort?: z.ZodType<string | undefined> };
  /** Returns the order that a value of `sort` names; the list's own without one. */
  orderOf(sort: string | undefined): Keyset;
}

/**
 * Returns a list's orders by columns that are not null, each ascending or, with a minus before the name, descending.
 * Rows of equal value are ordered by the last column of the list's own order, which is unique.
 */
export function sortingBy(order: Keyset, columns: Record<string, PgColumn> = {}): Sorting {
  const unique = order.columns.at(-1);
  const orders = new Map(
    Object.entries(columns).flatMap(([name, column]) => {
      const by = unique === undefined || unique === column ? [column] : [column, unique];
      return [[name, keyset("asc", ...by)] as const, [`-${name}`, keyset("desc", ...by)] as const];
    }),
  );
  const [first, ...others] = [...orders.keys()];
  if (first === undefined) return { parameter: {}, orderOf: () => order };
  const names = Object.keys(columns).join(", ");
  const sort = z
    .enum([first, ...others], { error: `must be one of ${names}, with a minus before it for the largest first` })
    .optional()
    .describe(`Order: ${names}; with a minus before it, the largest first`);
  return { parameter: { sort }, orderOf: (asked) => orders.get(asked ?? "") ?? order };
}

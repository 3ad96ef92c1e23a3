import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { isCalendarDate } from "#lib/kernel/dates";
import { decodeCursor } from "./page.ts";

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/;

/**
 * Valid text of each column type. Cursors come from callers, who can forge them, so PostgreSQL must accept the values.
 */
const TEXTS: Record<string, z.ZodType<string>> = {
  text: z.string(),
  date: z.string().refine(isCalendarDate),
  uuid: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  integer: z.string().regex(/^-?\d{1,9}$/),
  "numeric(12, 2)": z.string().regex(/^-?\d{1,10}(\.\d{1,2})?$/),
  bigint: z.string().regex(/^[1-9]\d{0,14}$/),
  "timestamp with time zone": z.string().refine((text) => isCalendarDate(TIMESTAMP.exec(text)?.[1] ?? "")),
};

/** The order of a list and its cursors: columns that together are unique within the account. */
export interface Keyset {
  columns: readonly PgColumn[];
  /** Text of each column, in the database's precision. Select it with the row. */
  position: Record<string, SQL<string>>;
  orderBy: SQL;
  /**
   * Condition for the rows after a cursor; undefined without a cursor. Throws `invalid` if the cursor does not belong to this
   * list.
   */
  after(cursor: string | undefined): SQL | undefined;
  /** Condition for the rows after a cursor in a prepared statement. `placeIn` returns its placeholders' values. */
  behind: SQL;
  /** Returns the placeholder values of `behind`. Throws `invalid` if the cursor does not belong to this list. */
  placeIn(cursor: string): Record<string, string>;
}

/** Returns a list's order by non-null columns, all in the same direction. */
export function keyset(direction: "asc" | "desc", ...columns: PgColumn[]): Keyset {
  const types = columns.map((column) => column.getSQLType());
  const shapes = types.map((type) => {
    const shape = TEXTS[type];
    if (!shape) throw new Error(`A list cannot be ordered by a column of type ${type}`);
    return shape;
  });
  const shape = z.tuple(shapes as [z.ZodType<string>, ...z.ZodType<string>[]]);
  const joined = (parts: (SQL | PgColumn)[]) => sql.join(parts, sql`, `);
  const behind = (values: (string | Placeholder)[]) => {
    const typed = values.map((value, index) => sql`${value}::${sql.raw(types[index] ?? "")}`);
    return sql`(${joined(columns)}) ${sql.raw(direction === "asc" ? ">" : "<")} (${joined(typed)})`;
  };
  const placeholders = columns.map(({ name }) => `behind_${name}`);
  return {
    columns,
    position: Object.fromEntries(columns.map((column) => [column.name, sql<string>`${column}`])),
    orderBy: joined(columns.map((column) => sql`${column} ${sql.raw(direction)}`)),
    after: (cursor) => (cursor === undefined ? undefined : behind(decodeCursor(cursor, shape))),
    behind: behind(placeholders.map((name) => sql.placeholder(name))),
    placeIn: (cursor) =>
      Object.fromEntries(decodeCursor(cursor, shape).map((value, index) => [placeholders[index] ?? "", value])),
  };
}

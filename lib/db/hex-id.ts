import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A UUID as the code represents it: 32 hex digits without dashes. For handwritten SQL, whose columns drizzle does not
 * map.
 */
export const hexId = (id: SQLWrapper): SQL<string> => sql<string>`replace(${id}::text, '-', '')`;

/** Selects UUID columns as `hexId`, with their column names. */
export const hexIds = (...names: string[]): SQL =>
  sql.join(
    names.map((name) => sql`${hexId(sql.identifier(name))} AS ${sql.identifier(name)}`),
    sql`, `,
  );

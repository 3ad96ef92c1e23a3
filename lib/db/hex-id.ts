import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** A UUID as it is in code: 32 hex digits without dashes. For statements of our own, whose columns drizzle does not map. */
export const hexId = (id: SQLWrapper): SQL<string> => sql<string>`replace(${id}::text, '-', '')`;

/** Columns of UUIDs under their own names, as `hexId`. */
export const hexIds = (...names: string[]): SQL =>
  sql.join(
    names.map((name) => sql`${hexId(sql.identifier(name))} AS ${sql.identifier(name)}`),
    sql`, `,
  );

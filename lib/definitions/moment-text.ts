import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

const IN_UTC = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/;

/** A moment as PostgreSQL writes it. Long lists take it: a Date costs ten times as much to make and to write. */
export const momentText = (column: PgColumn): SQL<string> => sql`${column}`;

/** What PostgreSQL wrote of a moment, in ISO 8601 as a Date writes it. */
export function isoOf(moment: string): string {
  const [, day, time, fraction = ""] = IN_UTC.exec(moment) ?? [];
  // A session of another time zone writes that zone's clock.
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z` : new Date(moment).toISOString();
}

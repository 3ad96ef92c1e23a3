import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

const IN_UTC = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/;

/**
 * Selects a point in time as PostgreSQL's text. For long lists: creating and serializing a Date costs ten times as
 * much.
 */
export const momentText = (column: PgColumn): SQL<string> => sql`${column}`;

/** Converts PostgreSQL's text of a point in time to ISO 8601, in the format of Date. */
export function isoOf(moment: string): string {
  const [, day, time, fraction = ""] = IN_UTC.exec(moment) ?? [];
  // PostgreSQL writes local time if the session's time zone is not UTC.
  return day ? `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z` : new Date(moment).toISOString();
}

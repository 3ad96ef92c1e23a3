import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { linkedAccount } from "#lib/db/schema";

const MINUTE_MS = 60_000;

/** The account's time zone, within a query. */
export const zoneOf = (linkedAccountId: string | Placeholder): SQL =>
  sql`(SELECT ${linkedAccount.timezone} FROM ${linkedAccount} WHERE ${linkedAccount.id} = ${linkedAccountId})`;

/** On the day or later; days begin and end as the zone's clock says, daylight-saving days included. */
export const fromDay = (column: PgColumn, day: string | Placeholder, zone: SQL): SQL =>
  sql`${column} >= ${day}::date::timestamp AT TIME ZONE ${zone}`;

/** On the day or earlier. */
export const throughDay = (column: PgColumn, day: string | Placeholder, zone: SQL): SQL =>
  sql`${column} < (${day}::date + 1)::timestamp AT TIME ZONE ${zone}`;

/** What the zone's clock shows, YYYY-MM-DDTHH:MM:SS. */
export const localTime = (column: PgColumn, zone: SQL): SQL<string> =>
  sql`to_char(${column} AT TIME ZONE ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** A moment, given as PostgreSQL writes it, in ISO 8601 as a clock showed it, with the offset that this clock then had. */
export function withOffset(local: string, moment: string): string {
  const minutes = Math.round((Date.parse(`${local}Z`) - Date.parse(moment)) / MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(hours)}:${two(rest)}`;
}

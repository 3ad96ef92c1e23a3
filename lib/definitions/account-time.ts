import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { ownOrganization } from "#lib/db/own-organization";
import { linkedAccount } from "#lib/db/schema";

const MINUTE_MS = 60_000;

/** The account's time zone, as a subquery. */
export const zoneOf = (linkedAccountId: string | Placeholder): SQL =>
  sql`(SELECT ${linkedAccount.timezone} FROM ${linkedAccount}
    WHERE ${linkedAccount.organizationId} = ${ownOrganization} AND ${linkedAccount.id} = ${linkedAccountId})`;

/**
 * The first moment of a day on the zone's clocks, as a subquery that finds what `firstMomentOf` of `lib/kernel/moments.ts`
 * finds. Of a midnight that comes twice PostgreSQL takes the second: the first is the one by the offset of the hours
 * before.
 */
export const firstMomentOf = (day: string | Placeholder | SQL, zone: SQL): SQL =>
  sql`(SELECT CASE WHEN (first AT TIME ZONE name)::date >= day THEN least(first, midnight) ELSE midnight END
       FROM (SELECT ${day}::date AS day, ${zone} AS name) AS asked,
            LATERAL (SELECT day::timestamp AT TIME ZONE name AS midnight) AS by_zone,
            LATERAL (SELECT midnight - interval '12 hours' AS earlier) AS before,
            LATERAL (SELECT (day::timestamp - (earlier AT TIME ZONE name - earlier AT TIME ZONE 'UTC'))
                              AT TIME ZONE 'UTC' AS first) AS by_offset)`;

/** Condition: on this day or later, on the zone's clocks. */
export const fromDay = (column: PgColumn, day: string | Placeholder, zone: SQL): SQL =>
  sql`${column} >= ${firstMomentOf(day, zone)}`;

/** Condition: on this day or earlier. */
export const throughDay = (column: PgColumn, day: string | Placeholder, zone: SQL): SQL =>
  sql`${column} < ${firstMomentOf(sql`(${day}::date + 1)`, zone)}`;

/** Selects the local time in the zone as PostgreSQL's text, YYYY-MM-DD HH:MM:SS: `to_char` costs several times as much. */
export const localTime = (column: PgColumn, zone: SQL): SQL<string> => sql`${column} AT TIME ZONE ${zone}`;

/** Returns a local time in ISO 8601 with its UTC offset, derived from the same moment as PostgreSQL writes it. */
export function withOffset(found: string, moment: string): string {
  const local = `${found.slice(0, 10)}T${found.slice(11, 19)}`;
  const minutes = Math.round((Date.parse(`${local}Z`) - Date.parse(moment)) / MINUTE_MS);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(hours)}:${two(rest)}`;
}

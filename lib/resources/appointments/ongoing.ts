import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { firstMomentOf, zoneOf } from "#lib/definitions/account-time";
import { appointment } from "./table.ts";

/** Records of at most this many minutes begin on the day or on the one before. */
export const MINUTES_OF_A_DAY = 1_440;

/**
 * Condition: ends on this day or later, whenever it began. The earliest beginning is found by the index of the few records
 * that last longer than a day, so that not all records before the day are read.
 */
export function lastsInto(linkedAccountId: string | Placeholder, day: string | Placeholder): SQL {
  const first = firstMomentOf(day, zoneOf(linkedAccountId));
  const { startsAt, duration } = appointment;
  return sql`(${startsAt} >= least(${first} - interval '1 day',
      (SELECT min(lasting.starts_at) FROM appointment AS lasting
        WHERE lasting.organization_id = ${ownOrganization} AND lasting.linked_account_id = ${linkedAccountId}
          AND lasting.duration > ${sql.raw(String(MINUTES_OF_A_DAY))}
          AND lasting.starts_at < ${first} AND lasting.starts_at + lasting.duration * interval '1 minute' > ${first}))
    AND (${startsAt} >= ${first} OR ${startsAt} + ${duration} * interval '1 minute' > ${first}))`;
}

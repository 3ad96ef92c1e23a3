import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { MINUTES_OF_A_DAY } from "./ongoing.ts";
import { appointment } from "./table.ts";

const { id, startsAt, duration, category, status, providerEhrId, secondaryProviderEhrId } = appointment;

/** Condition: a record takes its time; `free` are the statuses of visits that take none. */
const takesTime = (itsCategory: SQL, itsStatus: SQL, free: Placeholder): SQL =>
  sql`(${itsCategory} = 'schedule_block'
    OR ${itsCategory} = 'appointment' AND NOT coalesce(${itsStatus} = ANY (${free}::text[]), false))`;

/** Condition: the visit was booked here, by a request that allows no overlap. */
const isBookedHere = sql`EXISTS (SELECT FROM booking
  JOIN job ON job.organization_id = ${ownOrganization} AND job.id = booking.job_id
    AND job.request ->> 'overlap' IS DISTINCT FROM 'allow'
  WHERE booking.organization_id = ${ownOrganization} AND booking.id = ${id})`;

/**
 * Condition: the visit stands where a request of here has moved it. What becomes of the job is not asked: the records alone tell, as
 * answers are validated by their versions. A change of the reason alone leads to the time that the visit had, and is no move.
 */
const isMovedHere = (linkedAccountId: Placeholder): SQL => sql`EXISTS (SELECT FROM visit_move
  WHERE visit_move.organization_id = ${ownOrganization} AND visit_move.linked_account_id = ${linkedAccountId}
    AND visit_move.appointment_id = ${id} AND visit_move.starts_at = ${startsAt}
    AND visit_move.provider_ehr_id = ${providerEhrId}
    AND (visit_move.starts_at, visit_move.duration, visit_move.provider_ehr_id)
      <> (visit_move.from_starts_at, visit_move.from_duration, visit_move.from_provider_ehr_id))`;

/** Condition: another visit or blocked time of these, as `other`, takes a part of the visit's time of one of its providers. */
const isOverlapped = (linkedAccountId: Placeholder, free: Placeholder, these: SQL): SQL => sql`EXISTS (
  SELECT FROM appointment AS other
  WHERE other.organization_id = ${ownOrganization} AND other.linked_account_id = ${linkedAccountId} AND other.id <> ${id}
    AND ${these} AND other.starts_at < ${startsAt} + ${duration} * interval '1 minute'
    AND other.starts_at + other.duration * interval '1 minute' > ${startsAt}
    AND (other.provider_ehr_id IN (${providerEhrId}, ${secondaryProviderEhrId})
      OR other.secondary_provider_ehr_id IN (${providerEhrId}, ${secondaryProviderEhrId}))
    AND ${takesTime(sql`other.category`, sql`other.status`, free)})`;

/**
 * Condition: a visit that was booked or moved here overlaps another visit or a blocked time of one of its providers, which no request
 * has allowed. Who came second does not matter: staff of the EMR may have booked over it long after our job.
 */
export function isDoubled(linkedAccountId: Placeholder, free: Placeholder): SQL {
  // Each by an index of its own: by one condition of both, all records before the visit would be read.
  const ofADay = sql`other.starts_at > ${startsAt} - interval '1 day'`;
  const lasting = sql`other.duration > ${sql.raw(String(MINUTES_OF_A_DAY))}`;
  return sql`(${category} = 'appointment' AND ${takesTime(sql`${category}`, sql`${status}`, free)}
    AND (${isBookedHere} OR ${isMovedHere(linkedAccountId)})
    AND (${isOverlapped(linkedAccountId, free, ofADay)} OR ${isOverlapped(linkedAccountId, free, lasting)}))`;
}

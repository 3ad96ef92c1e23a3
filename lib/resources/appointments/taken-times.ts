import { sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import type { Transaction } from "#lib/db/tenant";
import { freeStatuses } from "./free-statuses.ts";
import { MINUTES_OF_A_DAY } from "./ongoing.ts";

/** A time of one or several providers. */
export interface ProvidersTime {
  providerEhrIds: readonly string[];
  startsAt: Date;
  /** Minutes. */
  duration: number;
}

/** A time that is taken; it says nothing of whom it is for. */
export interface TakenTime {
  startsAt: Date;
  /** Minutes. */
  duration: number;
}

const MINUTE_MS = 60_000;

/** Returns the moment at which a time ends. */
export const endOf = ({ startsAt, duration }: TakenTime): Date => new Date(startsAt.getTime() + duration * MINUTE_MS);

/**
 * Returns the times of synchronized visits and blocks, and of bookings and moves that have not ended, which overlap a time of these
 * providers, by their beginning, without those of the visit `own`. The result stands until the end of the transaction if the account's schedule is locked (see
 * lockSchedule).
 */
export async function takenTimes(
  tx: Transaction,
  linkedAccountId: string,
  { providerEhrIds, ...time }: ProvidersTime,
  own: string | null = null,
): Promise<TakenTime[]> {
  const providers = sql`ANY (${sql.param(providerEhrIds)}::text[])`;
  const [from, to] = [time.startsAt.toISOString(), endOf(time).toISOString()];
  const overlaps = sql`starts_at < ${to}::timestamptz
    AND (starts_at > ${from}::timestamptz - interval '1 day' OR duration > ${sql.raw(String(MINUTES_OF_A_DAY))})
    AND starts_at + duration * interval '1 minute' > ${from}::timestamptz`;
  const ofProviders = sql`(provider_ehr_id = ${providers} OR secondary_provider_ehr_id = ${providers})`;
  const free = await freeStatuses(tx, linkedAccountId);
  const { rows } = await tx.execute<{ starts_at: string; duration: number }>(sql`
    SELECT starts_at, duration FROM appointment
    WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
      AND ${overlaps} AND ${ofProviders} AND id IS DISTINCT FROM ${own}::uuid
      AND (category = 'schedule_block'
        OR category = 'appointment' AND NOT coalesce(status = ANY (${sql.param(free)}::text[]), false))
    UNION
    SELECT starts_at, duration FROM booking
    WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
      AND ${overlaps} AND ${ofProviders} AND id IS DISTINCT FROM ${own}::uuid
      AND EXISTS (SELECT FROM job WHERE job.organization_id = ${ownOrganization} AND job.id = booking.job_id
        AND job.status IN ('queued', 'running'))
    UNION
    SELECT starts_at, duration FROM visit_move
    WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
      AND ${overlaps} AND ${ofProviders} AND appointment_id IS DISTINCT FROM ${own}::uuid
      AND EXISTS (SELECT FROM job WHERE job.organization_id = ${ownOrganization} AND job.id = visit_move.job_id
        AND job.status IN ('queued', 'running'))
    ORDER BY 1, 2`);
  return rows.map(({ starts_at, duration }) => ({ startsAt: new Date(starts_at), duration }));
}

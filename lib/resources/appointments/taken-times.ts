import { type SQL, sql } from "drizzle-orm";
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

/** A time whose taken parts are asked for. */
interface AskedTime {
  providerEhrIds: readonly string[];
  from: Date;
  to: Date;
  /** Id of the visit whose own times do not count; null for none. */
  own: string | null;
}

/** Selects columns of what takes a part of a time: synchronized visits and blocks, and bookings and moves that have not ended. */
async function selectTaken(
  tx: Transaction,
  linkedAccountId: string,
  { providerEhrIds, from, to, own }: AskedTime,
  columns: SQL,
): Promise<SQL> {
  const providers = sql`ANY (${sql.param(providerEhrIds)}::text[])`;
  const [first, last] = [from.toISOString(), to.toISOString()];
  const overlaps = sql`starts_at < ${last}::timestamptz
    AND (starts_at > ${first}::timestamptz - interval '1 day' OR duration > ${sql.raw(String(MINUTES_OF_A_DAY))})
    AND starts_at + duration * interval '1 minute' > ${first}::timestamptz`;
  const ofProviders = sql`(provider_ehr_id = ${providers} OR secondary_provider_ehr_id = ${providers})`;
  const free = await freeStatuses(tx, linkedAccountId);
  return sql`
    SELECT ${columns} FROM appointment
    WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
      AND ${overlaps} AND ${ofProviders} AND id IS DISTINCT FROM ${own}::uuid
      AND (category = 'schedule_block'
        OR category = 'appointment' AND NOT coalesce(status = ANY (${sql.param(free)}::text[]), false))
    UNION
    SELECT ${columns} FROM booking
    WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
      AND ${overlaps} AND ${ofProviders} AND id IS DISTINCT FROM ${own}::uuid
      AND EXISTS (SELECT FROM job WHERE job.organization_id = ${ownOrganization} AND job.id = booking.job_id
        AND job.status IN ('queued', 'running'))
    UNION
    SELECT ${columns} FROM visit_move
    WHERE organization_id = ${ownOrganization} AND linked_account_id = ${linkedAccountId}
      AND ${overlaps} AND ${ofProviders} AND appointment_id IS DISTINCT FROM ${own}::uuid
      AND EXISTS (SELECT FROM job WHERE job.organization_id = ${ownOrganization} AND job.id = visit_move.job_id
        AND job.status IN ('queued', 'running'))
    ORDER BY 1, 2`;
}

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
  const asked = { providerEhrIds, from: time.startsAt, to: endOf(time), own };
  const statement = await selectTaken(tx, linkedAccountId, asked, sql`starts_at, duration`);
  const { rows } = await tx.execute<{ starts_at: string; duration: number }>(statement);
  return rows.map(({ starts_at, duration }) => ({ startsAt: new Date(starts_at), duration }));
}

/** Returns the same for each of some providers, from one moment to another. */
export async function takenTimesOf(
  tx: Transaction,
  linkedAccountId: string,
  time: Omit<AskedTime, "own">,
): Promise<Map<string, TakenTime[]>> {
  const columns = sql`starts_at, duration, provider_ehr_id, secondary_provider_ehr_id`;
  const statement = await selectTaken(tx, linkedAccountId, { ...time, own: null }, columns);
  const { rows } = await tx.execute<{
    starts_at: string;
    duration: number;
    provider_ehr_id: string;
    secondary_provider_ehr_id: string | null;
  }>(statement);
  const taken = new Map<string, TakenTime[]>(time.providerEhrIds.map((ehrId) => [ehrId, []]));
  for (const { starts_at, duration, provider_ehr_id, secondary_provider_ehr_id } of rows) {
    const row = { startsAt: new Date(starts_at), duration };
    for (const ehrId of [provider_ehr_id, secondary_provider_ehr_id]) if (ehrId !== null) taken.get(ehrId)?.push(row);
  }
  return taken;
}

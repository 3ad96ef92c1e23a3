import type { PoolClient } from "pg";

/** Selects a percentage of a practice's rows of a table at random, at least one if there is any. */
const some = (table: string, condition = "true") => `
  SELECT id FROM sandbox.${table} WHERE practice_id = $1 AND ${condition} ORDER BY random()
  LIMIT (SELECT ceil(count(*) * $2::double precision) FROM sandbox.${table} WHERE practice_id = $1 AND ${condition})`;

/** The next status in the practice's list; the first follows the last. */
const nextStatus = `coalesce(
  (SELECT code FROM sandbox.visit_status later WHERE later.practice_id = a.practice_id AND later.position >
    (SELECT position FROM sandbox.visit_status now WHERE now.practice_id = a.practice_id AND now.code = a.status)
   ORDER BY position LIMIT 1),
  (SELECT code FROM sandbox.visit_status first WHERE first.practice_id = a.practice_id ORDER BY position LIMIT 1))`;

const DRIFTS = [
  `UPDATE sandbox.appointment a SET status = ${nextStatus}
   WHERE practice_id = $1 AND id IN (${some("appointment", "category = 'appointment' AND starts_at < now()")})`,
  // The new time stays within the old one, so that appointments do not overlap.
  `UPDATE sandbox.appointment SET starts_at = starts_at + interval '1 minute' * CASE WHEN duration_minutes > 10 THEN 5 ELSE 0 END,
          duration_minutes = CASE WHEN duration_minutes > 10 THEN duration_minutes - 5 ELSE duration_minutes + 5 END
   WHERE practice_id = $1 AND id IN (${some("appointment", "NOT (category = 'appointment' AND starts_at < now())")})`,
  `UPDATE sandbox.claim SET
     balance = CASE WHEN balance > 0 THEN 0 ELSE total_charge END,
     status = CASE WHEN balance > 0 THEN 'PAID' ELSE 'REV' END,
     status_description = CASE WHEN balance > 0 THEN 'Paid in full' ELSE 'Payment reversed' END
   WHERE practice_id = $1 AND id IN (${some("claim")})`,
  `UPDATE sandbox.provider SET
     last_name = CASE WHEN last_name LIKE '%-Hale' THEN left(last_name, -5) ELSE last_name || '-Hale' END
   WHERE practice_id = $1 AND id IN (${some("provider")})`,
  `UPDATE sandbox.referral SET updated_at = now(),
     priority = CASE priority WHEN 'routine' THEN 'urgent' WHEN 'urgent' THEN 'stat' ELSE 'routine' END
   WHERE practice_id = $1 AND id IN (${some("referral")})`,
  `UPDATE sandbox.patient SET
     phone = CASE WHEN phone ~ '[0-8]$' THEN left(phone, -1) || (right(phone, 1)::integer + 1)
                  WHEN phone LIKE '%9' THEN left(phone, -1) || '0' ELSE '740-555-0100' END
   WHERE practice_id = $1 AND id IN (${some("patient")})`,
];

/**
 * Changes a share (0 to 1) of a practice's records as its staff would: statuses of appointments that have begun, times
 * of the others, balances and statuses of claims, names of providers, priorities of referrals, telephone numbers of
 * patients.
 */
export async function drift(client: PoolClient, practiceId: string, share: number): Promise<void> {
  for (const statement of DRIFTS) await client.query(statement, [practiceId, share]);
}

import { afterCommit, sendIn, type Transaction } from "#lib/db/door";
import { newId } from "#lib/kernel/id";
import type { Payloads, QueueName } from "./queues.ts";
import { reservePlace, wakeQueue, wakeQueueAt } from "./wake.ts";

/**
 * Writes an entry as pg-boss does. The writing process can mark a due entry as taken if its group has a free place.
 * Parameters: id, queue, data, group, delay or null, maximum of the group or null.
 */
const ENTRY = `
  INSERT INTO pgboss.job (id, name, data, group_id, start_after, created_on, state, started_on, heartbeat_on, keep_until,
    expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds)
  SELECT $1, q.name, $3, $4, coalesce($5, now()), now(),
    CASE WHEN taken THEN 'active'::pgboss.job_state ELSE 'created'::pgboss.job_state END,
    CASE WHEN taken THEN now() END, CASE WHEN taken THEN now() END,
    coalesce($5, now()) + q.retention_seconds * interval '1s', q.expire_seconds, q.deletion_seconds, q.retry_limit,
    q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
  FROM pgboss.queue q, LATERAL (SELECT $6::integer IS NOT NULL AND $6 > (
    SELECT count(*) FROM pgboss.job a WHERE a.name = $2 AND a.state = 'active' AND a.group_id = $4)) AS room (taken)
  WHERE q.name = $2
  RETURNING state::text`;

/** Entries without a linked account share the places of their organization. */
const accountOf = (payload: Payloads[QueueName]): string =>
  "linkedAccountId" in payload ? payload.linkedAccountId : payload.organizationId;

/**
 * Writes a queue entry in the caller's transaction. If this process takes entries of the queue and has a free place, it
 * writes the entry as taken and works on it right after the commit; the lease in the row returns the entry if the
 * process dies before. `group` names the entries that share a limit, so that they do not crowd out others: a linked
 * account, or a delivery's target.
 */
export async function enqueue<Name extends QueueName>(
  tx: Transaction,
  queue: Name,
  payload: Payloads[Name],
  options: { group: string; startAfter?: Date },
): Promise<void> {
  const { group, startAfter } = options;
  // Within a full group pg-boss takes the entries with the least ids first: our ids grow with time, random ids would
  // starve.
  const id = newId();
  const place = startAfter ? null : reservePlace(queue, group, accountOf(payload));
  let taken = false;
  afterCommit(
    tx,
    () => {
      if (place && taken) return place.take({ id, data: payload, groupId: group, retryCount: 0 });
      place?.release();
      if (startAfter) wakeQueueAt(queue, startAfter);
      else wakeQueue(queue);
    },
    () => place?.release(),
  );
  const values = [id, queue, JSON.stringify(payload), group, startAfter ?? null, place?.maxPerGroup ?? null];
  const { rows } = await sendIn<{ state: string }>(tx, { name: "enqueue", text: ENTRY, values });
  if (!rows[0]) throw new Error(`There is no queue ${queue}`);
  taken = rows[0].state === "active";
}

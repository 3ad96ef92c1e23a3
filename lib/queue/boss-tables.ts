import type { QueueName } from "./queues.ts";

// All statements of ours on pg-boss's own tables. pg-boss reads and settles entries by its functions; these statements
// take part in transactions of ours, which its functions cannot without a round trip each.

/** Returns the SQL literal of a queue's name, with which PostgreSQL plans for its partition alone. */
const literal = (queue: QueueName) => `'${queue}'`;

/**
 * Writes entries of a queue as pg-boss does; `$1` is a JSON array of their rows. The writing process marks a due entry as
 * taken if the entry's group has a free place, of the row's `places`. Returns the state of each.
 */
const enterOf = (queue: QueueName) => `
  INSERT INTO pgboss.job (id, name, data, group_id, start_after, created_on, state, started_on, heartbeat_on, keep_until,
    expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds)
  SELECT given.id, q.name, given.data, given.group_id, coalesce(given.start_after, now()), now(),
    CASE WHEN taken THEN 'active'::pgboss.job_state ELSE 'created'::pgboss.job_state END,
    CASE WHEN taken THEN now() END, CASE WHEN taken THEN now() END,
    coalesce(given.start_after, now()) + q.retention_seconds * interval '1s', q.expire_seconds, q.deletion_seconds,
    q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter,
    q.heartbeat_seconds
  FROM (
    SELECT *, row_number() OVER (PARTITION BY group_id, places IS NULL ORDER BY id) AS place
    FROM json_to_recordset($1::json)
      AS entry (id uuid, data jsonb, group_id text, start_after timestamptz, places integer)) AS given
  JOIN pgboss.queue q ON q.name = ${literal(queue)},
  LATERAL (SELECT places IS NOT NULL AND places >= place + (
    SELECT count(*) FROM pgboss.job a
    WHERE a.name = ${literal(queue)} AND a.state = 'active' AND a.group_id = given.group_id)) AS room (taken)
  RETURNING replace(id::text, '-', '') AS id, state::text`;

/**
 * Completes entries of a queue as pg-boss does for entries without output or dependents; ours never have any. `$1` is a
 * JSON array of their ids.
 */
const completeOf = (queue: QueueName) => `
  UPDATE pgboss.job SET state = 'completed', completed_on = now()
  WHERE name = ${literal(queue)} AND state = 'active'
    AND id = ANY (ARRAY(SELECT id FROM json_to_recordset($1::json) AS entry (id uuid)))`;

/** The statements that write and complete the entries of each queue. */
export const ENTRIES: Record<QueueName, { enter: string; complete: string }> = {
  operations: { enter: enterOf("operations"), complete: completeOf("operations") },
  deliveries: { enter: enterOf("deliveries"), complete: completeOf("deliveries") },
  syncs: { enter: enterOf("syncs"), complete: completeOf("syncs") },
  mails: { enter: enterOf("mails"), complete: completeOf("mails") },
};

/**
 * Renews the leases of entries of a queue. An entry that is locked is just being settled, so it is left out: two
 * statements that lock several entries then never wait for each other. Parameters: queue, ids.
 */
export const RENEW = `
  UPDATE pgboss.job SET heartbeat_on = now()
  WHERE name = $1 AND id IN (
    SELECT id FROM pgboss.job WHERE name = $1 AND id = ANY ($2::uuid[]) AND state = 'active' FOR UPDATE SKIP LOCKED)`;

/** The key of an entry's work, as `keyOf` in `lib/jobs/runner/entered.ts` makes it of the payload. */
const WORK_KEY =
  "(data ->> 'organizationId') || '/' || coalesce(data ->> 'jobId', data ->> 'deliveryId', data ->> 'mailId')";

/** Returns those of the keys of work that have an entry. Parameter: a JSON array of keys. */
export const ENTERED = `
  SELECT ${WORK_KEY} AS key FROM pgboss.job
  WHERE name IN ('operations', 'deliveries', 'mails') AND state <= 'active'
    AND ${WORK_KEY} IN (SELECT jsonb_array_elements_text($1::jsonb))`;

/**
 * Counts entries that are due within some seconds and not held by a live process. Parameters: queues as a JSON array,
 * seconds.
 */
export const COUNT_DUE = `
  SELECT count(*) FROM pgboss.job
  WHERE name IN (SELECT json_array_elements_text($1::json)) AND (
    (state < 'active' AND start_after <= now() + make_interval(secs => $2))
    OR (state = 'active' AND heartbeat_on + make_interval(secs => heartbeat_seconds) < now()))`;

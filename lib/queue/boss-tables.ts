import type { QueueName } from "./queues.ts";

// All statements of ours on pg-boss's own tables, beside its functions: they take part in transactions of ours, which
// its functions cannot without a round trip each, and return more.

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
 * Completes entries of a queue as pg-boss does for entries without output or dependents; ours never have any. With each,
 * the next entry of its group may be taken in its place, if no process has taken it yet. `$1` is a JSON array of their
 * ids and those of the next ones. Returns the ids of the completed entries whose next one was taken.
 */
const completeOf = (queue: QueueName) => `
  WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS entry (id uuid, next uuid)),
  done AS (
    UPDATE pgboss.job SET state = 'completed', completed_on = now()
    WHERE name = ${literal(queue)} AND state = 'active' AND id = ANY (ARRAY(SELECT id FROM given))
    RETURNING id)
  UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now()
  FROM given JOIN done ON done.id = given.id
  WHERE job.name = ${literal(queue)} AND job.state = 'created'
    AND job.id = ANY (ARRAY(SELECT next FROM given)) AND job.id = given.next
  RETURNING replace(given.id::text, '-', '') AS id`;

/** Most ids of entries that a look names as left. */
const MOST_LEFT = 20;

/**
 * Takes the oldest due entries of a queue as pg-boss does, and names those that it left. Within a group, the entries with the
 * least ids are taken. Parameters: most entries, most entries at work per group, a JSON array of known ids. Returns one
 * row (see `Taken`).
 */
function takeOf(queue: QueueName) {
  const waits = `j.name = ${literal(queue)} AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()`;
  // A map is read once per statement: a join may count a group's entries again for each row.
  const others = "coalesce(((SELECT by_group FROM at_work) ->> j.group_id)::integer, 0)";
  return `
  WITH at_work AS MATERIALIZED (
    SELECT jsonb_object_agg(group_id, entries) AS by_group FROM (
      SELECT group_id, count(*) AS entries FROM pgboss.job
      WHERE name = ${literal(queue)} AND state = 'active' AND group_id IS NOT NULL GROUP BY group_id) AS groups),
  next AS MATERIALIZED (
    SELECT j.id, j.group_id, ${others} AS others FROM pgboss.job j WHERE ${waits} AND ${others} < $2::integer
    ORDER BY j.priority DESC, j.created_on LIMIT $1::integer FOR UPDATE OF j SKIP LOCKED),
  chosen AS MATERIALIZED (
    SELECT id FROM (
      SELECT id, group_id, others + row_number() OVER (PARTITION BY group_id ORDER BY id) AS place FROM next) AS ranked
    WHERE group_id IS NULL OR place <= $2::integer),
  taken AS (
    UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
    WHERE name = ${literal(queue)} AND id = ANY (ARRAY(SELECT id FROM chosen))
    RETURNING replace(id::text, '-', '') AS id, data, group_id AS "groupId", retry_count AS "retryCount")
  SELECT coalesce((SELECT json_agg(taken ORDER BY id) FROM taken), '[]') AS entries,
    (SELECT count(*) FROM next) = $1::integer AND (SELECT count(*) FROM chosen) < $1::integer AS hidden,
    ARRAY(SELECT replace(j.id::text, '-', '') FROM pgboss.job j
      WHERE ${waits} AND j.id <> ALL (ARRAY(SELECT id FROM chosen))
        AND j.id <> ALL (ARRAY(SELECT json_array_elements_text($3::json)::uuid))
      ORDER BY j.priority DESC, j.created_on LIMIT ${MOST_LEFT}) AS "left"`;
}

const statementsOf = (queue: QueueName) => ({
  enter: enterOf(queue),
  complete: completeOf(queue),
  take: takeOf(queue),
});

/** The statements that write, complete and take the entries of each queue. */
export const ENTRIES: Record<QueueName, ReturnType<typeof statementsOf>> = {
  operations: statementsOf("operations"),
  deliveries: statementsOf("deliveries"),
  syncs: statementsOf("syncs"),
  mails: statementsOf("mails"),
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

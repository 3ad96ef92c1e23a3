import { BEAT_SECONDS, QUEUES, type QueueName } from "./queues.ts";

// All statements of ours on pg-boss's own tables, beside its functions: they take part in transactions of ours, which
// its functions cannot without a round trip each, return more, and skip what is over. An entry is written up to three
// times. While somebody holds a transaction open, PostgreSQL cannot remove the former versions, and a statement that
// passes over all of them gets slower by the minute: those below that run often are limited to the last seconds, or
// read entries by their ids.

/** The group of an entry: not `group_id` alone, so that no index but ours serves; see `LEASED`. */
const GROUP = "coalesce(group_id, '')";

/** Our indexes: of entries at work by their last heartbeat, and of those that wait by when they are due. */
export const CREATE_INDEXES = `
  CREATE INDEX IF NOT EXISTS crc_at_work ON pgboss.job (name, heartbeat_on, (${GROUP})) WHERE state = 'active';
  CREATE INDEX IF NOT EXISTS crc_waiting ON pgboss.job (name, start_after, id) WHERE state < 'active' AND NOT blocked`;

/** Condition of an entry that a live process works on: at least one of its last two heartbeats was in time. */
const LEASED = `state = 'active' AND heartbeat_on > now() - interval '${3 * BEAT_SECONDS}s'`;

/** Returns the condition of a state, for entries read by their ids: as text, so that only the primary key serves. */
const isIn = (state: "created" | "active") => `job.state::text = '${state}'`;

/** Returns the SQL literal of a queue's name, with which PostgreSQL plans for its partition alone. */
const literal = (queue: QueueName) => `'${queue}'`;

/**
 * Writes entries of a queue as pg-boss does; `$1` is a JSON array of their rows. The writing process marks a due entry as
 * taken if the entry's group has a free place, of the row's `places`. Returns the state of each.
 */
const enterOf = (queue: QueueName) => `
  WITH given AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY group_id, places IS NULL ORDER BY id) AS place
    FROM json_to_recordset($1::json)
      AS entry (id uuid, data jsonb, group_id text, start_after timestamptz, places integer)),
  at_work AS MATERIALIZED (
    SELECT ${GROUP} AS group_id, count(*) AS entries FROM pgboss.job
    WHERE name = ${literal(queue)} AND ${LEASED}
      AND ${GROUP} = ANY (ARRAY(SELECT group_id FROM given WHERE places IS NOT NULL))
    GROUP BY 1)
  INSERT INTO pgboss.job (id, name, data, group_id, start_after, created_on, state, started_on, heartbeat_on, keep_until,
    expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds)
  SELECT given.id, q.name, given.data, given.group_id, greatest(given.start_after, now()), now(),
    CASE WHEN taken THEN 'active'::pgboss.job_state ELSE 'created'::pgboss.job_state END,
    CASE WHEN taken THEN now() END, CASE WHEN taken THEN now() END,
    greatest(given.start_after, now()) + q.retention_seconds * interval '1s', q.expire_seconds, q.deletion_seconds,
    q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter,
    q.heartbeat_seconds
  FROM given JOIN pgboss.queue q ON q.name = ${literal(queue)} LEFT JOIN at_work USING (group_id),
  LATERAL (SELECT places IS NOT NULL AND places >= place + coalesce(entries, 0)) AS room (taken)
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
    WHERE name = ${literal(queue)} AND ${isIn("active")} AND id = ANY (ARRAY(SELECT id FROM given))
    RETURNING id)
  UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now()
  FROM given JOIN done ON done.id = given.id
  WHERE job.name = ${literal(queue)} AND ${isIn("created")}
    AND job.id = ANY (ARRAY(SELECT next FROM given)) AND job.id = given.next
  RETURNING replace(given.id::text, '-', '') AS id`;

/** Most ids of entries that a look names as left. */
const MOST_LEFT = 20;

/** A transaction that writes entries commits within this time, or a look at all entries finds them. */
const LONGEST_WRITE = "5s";

/** The organization of an entry, and its lane there: the part of its group's name before a colon (see `places.ts`). */
const ORGANIZATION = "coalesce(j.data ->> 'organizationId', '')";
const LANE = "split_part(coalesce(j.group_id, ''), ':', 1)";

/** Returns how many places an organization, or a lane of it, has in this process: of the fresh ones (0) or of all (1). */
const held = (holder: string, which: 0 | 1) => `coalesce(($5::jsonb -> (${holder}) ->> ${which})::integer, 0)`;

/**
 * Takes the entries of a queue that have been due for longest, within the shares of organizations and lanes, and names
 * those that it left. In each group the entries with the least ids come first; of a lane's groups those with the fewest
 * entries at work, of an organization's lanes those with the fewest fresh ones, and of all organizations likewise. So an
 * organization takes another place while more are free than it and the lane have together (see `places.ts`), whatever
 * others wait. Of the places for all, a group that has some already needs up to twice as many free ones, so that hundreds of
 * groups that hang leave some to one that comes; and an organization that has an equal share takes more only while it has
 * less than a quarter of the free ones. Parameters: free places for fresh entries, most entries at work per group, a JSON
 * array of known ids, the least `start_after` of the entries to look at, the places that organizations and lanes have, free
 * places for all entries at work, the number of entries to look at, and an organization's equal share of the places for all.
 * Returns one row (see `Taken`).
 */
function takeOf(queue: QueueName) {
  // A map is read once per statement: a join may count a group's entries again for each row.
  const others = "coalesce(((SELECT by_group FROM at_work) ->> group_id)::integer, 0)";
  return `
  WITH at_work AS MATERIALIZED (
    SELECT jsonb_object_agg(group_id, entries) AS by_group FROM (
      SELECT ${GROUP} AS group_id, count(*) AS entries FROM pgboss.job
      WHERE name = ${literal(queue)} AND ${LEASED} GROUP BY 1) AS groups),
  due AS MATERIALIZED (
    SELECT j.id, j.start_after, j.group_id, ${ORGANIZATION} AS organization, ${ORGANIZATION} || '/' || ${LANE} AS lane
    FROM pgboss.job j
    WHERE j.name = ${literal(queue)} AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
      AND j.start_after >= $4::timestamptz
    ORDER BY j.start_after, j.id LIMIT $7::integer),
  of_groups AS (
    SELECT *, CASE WHEN group_id IS NULL THEN 0
      ELSE ${others} + row_number() OVER (PARTITION BY group_id ORDER BY id) - 1 END AS in_group
    FROM due),
  of_lanes AS (
    SELECT *, row_number() OVER (PARTITION BY lane ORDER BY in_group, start_after, id) AS in_lane
    FROM of_groups WHERE in_group < $2::integer),
  of_organizations AS (
    SELECT *, row_number() OVER (PARTITION BY organization ORDER BY ${held("lane", 0)} + in_lane, start_after, id)
      AS in_organization
    FROM of_lanes WHERE ${held("organization", 1)} + ${held("lane", 1)} < $6::integer),
  in_turn AS (
    SELECT *, row_number() OVER (ORDER BY ${held("organization", 0)} + in_organization, start_after, id) AS turn
    FROM of_organizations
    WHERE ${held("organization", 1)} + in_organization - 1 < greatest($8::integer, $6::integer / 4.0)),
  chosen AS MATERIALIZED (
    SELECT id FROM in_turn
    WHERE ${held("organization", 0)} + in_organization + ${held("lane", 0)} + in_lane + turn <= $1::integer + 2
      AND ${held("organization", 1)} + in_organization + ${held("lane", 1)} + in_lane - 2
        < ($6::integer + 1 - turn) * (1 - in_group / (2.0 * $2::integer))
      AND ${held("organization", 1)} + in_organization - 1 < greatest($8::integer, ($6::integer + 1 - turn) / 4.0)),
  locked AS MATERIALIZED (
    SELECT id FROM pgboss.job
    WHERE name = ${literal(queue)} AND id = ANY (ARRAY(SELECT id FROM chosen)) AND state < 'active'
    FOR UPDATE SKIP LOCKED),
  taken AS (
    UPDATE pgboss.job SET state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
    WHERE name = ${literal(queue)} AND id = ANY (ARRAY(SELECT id FROM locked))
    RETURNING replace(id::text, '-', '') AS id, data, group_id AS "groupId", retry_count AS "retryCount"),
  rest AS (SELECT id, start_after FROM due WHERE id NOT IN (SELECT id FROM locked)),
  unknown AS (
    SELECT id FROM rest WHERE id NOT IN (SELECT value::uuid FROM json_array_elements_text($3::json))
    ORDER BY start_after, id LIMIT ${MOST_LEFT})
  SELECT coalesce((SELECT json_agg(taken ORDER BY id) FROM taken), '[]') AS entries,
    (SELECT count(*) FROM due) = $7::integer AS hidden,
    (SELECT count(*) FROM locked) < (SELECT count(*) FROM chosen) AS contested,
    (SELECT count(*) FROM chosen) < (SELECT count(*) FROM of_lanes) AS crowded,
    ARRAY(SELECT replace(id::text, '-', '') FROM unknown) AS "left",
    least(now() - interval '${LONGEST_WRITE}', (SELECT min(start_after) FROM rest))::text AS since`;
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
    SELECT id FROM pgboss.job WHERE name = $1 AND id = ANY ($2::uuid[]) AND ${isIn("active")} FOR UPDATE SKIP LOCKED)`;

/**
 * Returns entries to their queues whose process gave no heartbeat in time, or that took too long; those that used up their
 * retries fail. Entries that are locked are just being settled. Parameters: the oldest and the newest heartbeat to look at,
 * as ages in seconds. Returns the queue of each.
 */
export const RETURN_LOST = `
  UPDATE pgboss.job SET start_after = now(),
    state = CASE WHEN retry_count < retry_limit THEN 'retry' ELSE 'failed' END::pgboss.job_state,
    completed_on = CASE WHEN retry_count < retry_limit THEN NULL ELSE now() END
  WHERE (name, id) IN (
    SELECT name, id FROM pgboss.job
    WHERE name IN (${(Object.keys(QUEUES) as QueueName[]).map(literal).join()}) AND state = 'active'
      AND heartbeat_on BETWEEN now() - make_interval(secs => $1) AND now() - make_interval(secs => $2)
      AND (heartbeat_on + make_interval(secs => heartbeat_seconds) < now()
        OR started_on + make_interval(secs => expire_seconds) < now())
    FOR UPDATE SKIP LOCKED)
  RETURNING name`;

/**
 * Deletes entries that have ended and are kept no longer; several processes share the work. Parameter: most entries.
 * Returns their count.
 */
export const DELETE_ENDED = `
  WITH deleted AS (
    DELETE FROM pgboss.job WHERE (name, id) IN (
      SELECT name, id FROM pgboss.job
      WHERE state > 'active' AND completed_on + make_interval(secs => deletion_seconds) < now()
      LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING 1)
  SELECT count(*) FROM deleted`;

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

import { BEAT_SECONDS, HEARTBEAT_SECONDS, QUEUES, type QueueName } from "./queues.ts";

// All statements on the entries of the queues, which are one table in partitions by queue. An entry is written up to three
// times: as it is entered, taken and ended. While somebody holds a transaction open, PostgreSQL cannot remove the former
// versions, and a statement that passes over all of them gets slower by the minute: those below that run often are limited
// to the last seconds, or read entries by their ids.

/** Condition of an entry that a live process works on: at least one of its last two heartbeats was in time. */
const LEASED = `state = 'taken' AND heartbeat_at > now() - interval '${3 * BEAT_SECONDS}s'`;

/** Returns the condition of a state, for entries read by their ids: no index of the entries in one state serves it. */
const isIn = (state: "waiting" | "taken") => `coalesce(entry.state, '') = '${state}'`;

/** Returns the SQL literal of a queue's name, with which PostgreSQL plans for its partition alone. */
const literal = (queue: QueueName) => `'${queue}'`;

/**
 * Condition of an entry that the process still has which took it, by the row `given`: once its lease has run out, another
 * process may have taken it, whose entry it then is.
 */
const STILL_HAS = `${isIn("taken")} AND entry.id = given.id AND entry.takes = given.takes`;

/** The change of an entry that is taken. */
const TAKE = "state = 'taken', taken_at = now(), heartbeat_at = now(), takes = entry.takes + 1";

/**
 * An entry whose process died returns this often. It guards against work that kills every process that takes it; passing
 * faults are entered anew with their own pause.
 */
const MAX_TAKES = 100;

/** The change of an entry that returns to its queue, or ends if it was taken too often. `due`: SQL of when it is due. */
const giveBack = (due: string) => `due_at = ${due},
    state = CASE WHEN entry.takes <= ${MAX_TAKES} THEN 'waiting' ELSE 'failed' END,
    ended_at = CASE WHEN entry.takes <= ${MAX_TAKES} THEN NULL ELSE now() END`;

/**
 * Enters entries of a queue; `$1` is a JSON array of their rows. The writing process marks a due entry as taken if the
 * entry's group has a free place, of the row's `places`. Returns the state of each; none of an entry that exists.
 */
const enterOf = (queue: QueueName) => `
  WITH given AS MATERIALIZED (
    SELECT *, row_number() OVER (PARTITION BY "group", places IS NULL ORDER BY id) AS place
    FROM json_to_recordset($1::json) AS entry (id uuid, data jsonb, "group" text, due timestamptz, places integer)),
  at_work AS MATERIALIZED (
    SELECT group_id AS "group", count(*) AS entries FROM queue.entry
    WHERE queue = ${literal(queue)} AND ${LEASED}
      AND group_id = ANY (ARRAY(SELECT "group" FROM given WHERE places IS NOT NULL))
    GROUP BY 1)
  INSERT INTO queue.entry (queue, id, data, group_id, due_at, state, takes, taken_at, heartbeat_at)
  SELECT ${literal(queue)}, id, data, "group", greatest(due, now()), CASE WHEN taken THEN 'taken' ELSE 'waiting' END,
    taken::integer, CASE WHEN taken THEN now() END, CASE WHEN taken THEN now() END
  FROM given LEFT JOIN at_work USING ("group"),
  LATERAL (SELECT places IS NOT NULL AND places >= place + coalesce(entries, 0)) AS room (taken)
  ON CONFLICT DO NOTHING
  RETURNING replace(id::text, '-', '') AS id, state`;

/**
 * Ends entries of a queue. With each, the next entry of its group may be taken in its place, if no process has taken it
 * yet. `$1` is a JSON array of their ids, how often each was taken, and the ids of the next ones. Returns the ids of the ended
 * entries whose next one was taken, and how often that was taken.
 */
const completeOf = (queue: QueueName) => `
  WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS entry (id uuid, takes integer, next uuid)),
  done AS (
    UPDATE queue.entry SET state = 'done', ended_at = now() FROM given
    WHERE queue = ${literal(queue)} AND entry.id = ANY (ARRAY(SELECT id FROM given)) AND ${STILL_HAS}
    RETURNING entry.id)
  UPDATE queue.entry SET ${TAKE}
  FROM given JOIN done ON done.id = given.id
  WHERE entry.queue = ${literal(queue)} AND ${isIn("waiting")}
    AND entry.id = ANY (ARRAY(SELECT next FROM given)) AND entry.id = given.next
  RETURNING replace(given.id::text, '-', '') AS id, entry.takes`;

/** Most ids of entries that a look names as beyond those of which it chooses. */
const MOST_BEYOND = 20;

/** A transaction that writes entries commits within this time, or a look at all entries finds them. */
const LONGEST_WRITE = "5s";

/** The organization of an entry, and its lane there: the part of its group's name before a colon (see `places.ts`). */
const ORGANIZATION = "data ->> 'organizationId'";
const LANE = "split_part(group_id, ':', 1)";

/**
 * Reads the entries of a queue that have been due for longest, of which a look chooses (see `Places`). It reads none of a full
 * group: those of a target that hangs would otherwise be all that it sees. In each group the entries with the least ids come
 * first. Of an organization it returns one more than there are free places, by which a look sees that it left some: one of each
 * lane, then a second one, in each of its groups with the fewest entries at work first. Parameters: most entries at work per group, a JSON array of known ids, the least
 * `due_at` of the entries to read, their number, and free places. Returns one row (see `Found`).
 */
const dueOf = (queue: QueueName) => `
  WITH at_work AS MATERIALIZED (
    SELECT jsonb_object_agg(group_id, entries) AS by_group FROM (
      SELECT group_id, count(*) AS entries FROM queue.entry
      WHERE queue = ${literal(queue)} AND ${LEASED} GROUP BY 1) AS groups),
  full_groups AS MATERIALIZED (
    SELECT key AS group_id FROM at_work, jsonb_each(by_group) WHERE value::integer >= $1::integer),
  due AS MATERIALIZED (
    SELECT id, due_at, group_id, data FROM queue.entry
    WHERE queue = ${literal(queue)} AND state = 'waiting' AND due_at <= now() AND due_at >= $3::timestamptz
      AND group_id NOT IN (SELECT group_id FROM full_groups)
    ORDER BY due_at, id LIMIT $4::integer),
  of_groups AS (
    SELECT *, coalesce(((SELECT by_group FROM at_work) ->> group_id)::integer, 0)
      + row_number() OVER (PARTITION BY group_id ORDER BY id) - 1 AS before
    FROM due),
  of_lanes AS (
    SELECT *, row_number() OVER (PARTITION BY ${ORGANIZATION}, ${LANE} ORDER BY before, due_at, id) AS in_lane
    FROM of_groups WHERE before < $1::integer),
  of_organizations AS (
    SELECT *, row_number() OVER (PARTITION BY ${ORGANIZATION} ORDER BY in_lane, before, due_at, id) AS in_organization
    FROM of_lanes),
  first AS MATERIALIZED (SELECT * FROM of_organizations WHERE in_organization <= $5::integer + 1),
  beyond AS (
    SELECT id FROM due
    WHERE id NOT IN (SELECT id FROM first) AND id NOT IN (SELECT value::uuid FROM json_array_elements_text($2::json))
    ORDER BY due_at, id LIMIT ${MOST_BEYOND})
  SELECT ARRAY(
      SELECT json_build_object('id', replace(id::text, '-', ''), 'data', data, 'group', group_id, 'before', before)
      FROM first ORDER BY before, due_at, id) AS due,
    ARRAY(SELECT replace(id::text, '-', '') FROM beyond) AS beyond,
    (SELECT count(*) FROM due) = $4::integer AS hidden,
    ARRAY(SELECT group_id FROM full_groups) AS "full",
    (least(now() - interval '${LONGEST_WRITE}', (SELECT min(due_at) FROM due)) AT TIME ZONE 'UTC')::text || '+00' AS since`;

/** Takes those of some entries that wait and that nobody locks. `$1` is an array of their ids. Returns how often each was taken. */
const takeOf = (queue: QueueName) => `
  WITH locked AS MATERIALIZED (
    SELECT id FROM queue.entry
    WHERE queue = ${literal(queue)} AND id = ANY ($1::uuid[]) AND ${isIn("waiting")}
    FOR UPDATE SKIP LOCKED)
  UPDATE queue.entry SET ${TAKE}
  WHERE queue = ${literal(queue)} AND id = ANY (ARRAY(SELECT id FROM locked))
  RETURNING replace(id::text, '-', '') AS id, takes`;

const statementsOf = (queue: QueueName) => ({
  enter: enterOf(queue),
  complete: completeOf(queue),
  due: dueOf(queue),
  take: takeOf(queue),
});

/** The statements that enter, end, read and take the entries of each queue. */
export const ENTRIES: Record<QueueName, ReturnType<typeof statementsOf>> = {
  operations: statementsOf("operations"),
  deliveries: statementsOf("deliveries"),
  syncs: statementsOf("syncs"),
  mails: statementsOf("mails"),
  readings: statementsOf("readings"),
  changes: statementsOf("changes"),
};

/**
 * Renews the leases of entries of a queue. An entry that is locked is just being settled, so it is left out: two
 * statements that lock several entries then never wait for each other. Parameters: queue, ids, how often each was taken.
 */
export const RENEW = `
  UPDATE queue.entry SET heartbeat_at = now()
  WHERE queue = $1 AND id IN (
    SELECT entry.id FROM queue.entry, unnest($2::uuid[], $3::integer[]) AS given (id, takes)
    WHERE queue = $1 AND entry.id = ANY ($2::uuid[]) AND ${STILL_HAS} FOR UPDATE OF entry SKIP LOCKED)`;

/**
 * Returns entries to their queue, due in a second. Parameters: queue, ids, how often each was taken, the reason, which is
 * stored.
 */
export const GIVE_BACK = `
  UPDATE queue.entry SET ${giveBack("now() + interval '1s'")}, reason = $4::jsonb
  FROM unnest($2::uuid[], $3::integer[]) AS given (id, takes)
  WHERE queue = $1 AND entry.id = ANY ($2::uuid[]) AND ${STILL_HAS}`;

/** Returns the value of each queue's setting as SQL, by the column `queue`. */
const ofQueue = (setting: "expireSeconds" | "keepSeconds") =>
  `CASE queue ${Object.entries(QUEUES)
    .map(([name, settings]) => `WHEN '${name}' THEN ${settings[setting]}`)
    .join(" ")} END`;

/**
 * Returns entries to their queues whose process gave no heartbeat in time, or that took too long. Entries that are locked
 * are just being settled. Parameters: the oldest and the newest heartbeat to look at, as ages in seconds. Returns the
 * queue of each.
 */
export const RETURN_LOST = `
  UPDATE queue.entry SET ${giveBack("now()")}
  WHERE (queue, id) IN (
    SELECT queue, id FROM queue.entry
    WHERE queue IN (${(Object.keys(QUEUES) as QueueName[]).map(literal).join()}) AND state = 'taken'
      AND heartbeat_at BETWEEN now() - make_interval(secs => $1) AND now() - make_interval(secs => $2)
      AND (heartbeat_at < now() - interval '${HEARTBEAT_SECONDS}s'
        OR taken_at + make_interval(secs => ${ofQueue("expireSeconds")}) < now())
    FOR UPDATE SKIP LOCKED)
  RETURNING queue`;

/**
 * Deletes entries that have ended and are kept no longer; several processes share the work. Parameter: most entries.
 * Returns their count.
 */
export const DELETE_ENDED = `
  WITH deleted AS (
    DELETE FROM queue.entry WHERE (queue, id) IN (
      SELECT queue, id FROM queue.entry
      WHERE ended_at + make_interval(secs => ${ofQueue("keepSeconds")}) < now()
      LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING 1)
  SELECT count(*) FROM deleted`;

/** The key of an entry's work, as `keyOf` in `lib/jobs/runner/entered.ts` makes it of the payload. */
const WORK_KEY =
  "(data ->> 'organizationId') || '/' || coalesce(data ->> 'jobId', data ->> 'deliveryId', data ->> 'mailId')";

/** Returns those of the keys of work that have an entry. Parameter: a JSON array of keys. */
export const ENTERED = `
  SELECT ${WORK_KEY} AS key FROM queue.entry
  WHERE queue IN ('operations', 'deliveries', 'mails') AND ended_at IS NULL
    AND ${WORK_KEY} IN (SELECT jsonb_array_elements_text($1::jsonb))`;

/**
 * Counts entries that are due within some seconds and not leased by a live process. Parameters: queues as a JSON array,
 * seconds.
 */
export const COUNT_DUE = `
  SELECT count(*) FROM queue.entry
  WHERE queue IN (SELECT json_array_elements_text($1::json)) AND (
    (state = 'waiting' AND due_at <= now() + make_interval(secs => $2))
    OR (state = 'taken' AND heartbeat_at < now() - interval '${HEARTBEAT_SECONDS}s'))`;

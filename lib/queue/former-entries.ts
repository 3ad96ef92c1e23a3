import { onQueue } from "./on-queue.ts";
import type { QueueName } from "./queues.ts";
import { WORK_KEY } from "./statements.ts";

// Processes of the version before, which run during an upgrade and after going back, work on entries of pg-boss's table, which
// the database had then (migration 0046). An entry that waits is in our table while a process of this version keeps the
// queues, else triggers move it to theirs. Work that a process has begun ends in its table.

const HAS_FORMER = "SELECT to_regclass('pgboss.job') IS NOT NULL AS former";

/**
 * Says that this process keeps the queues, and moves entries that wait or whose process died. One that our table knows, a
 * night's, waits again. Returns the queue of each.
 */
const TAKE_OVER = `
  WITH kept AS (UPDATE queue.last_upkeep SET at = now()),
  moved AS (
    DELETE FROM pgboss.job WHERE (name, id) IN (
      SELECT name, id FROM pgboss.job
      WHERE name IN ('operations', 'deliveries', 'syncs', 'mails') AND ((state < 'active' AND NOT blocked)
        OR (state = 'active' AND (heartbeat_on + make_interval(secs => heartbeat_seconds) < now()
          OR started_on + make_interval(secs => expire_seconds) < now())))
      FOR UPDATE SKIP LOCKED)
    RETURNING name, id, data, group_id, start_after)
  INSERT INTO queue.entry AS e (queue, id, data, group_id, due_at)
  SELECT name, id, data, coalesce(group_id, ''), greatest(start_after, now()) FROM moved
  ON CONFLICT (queue, id) DO UPDATE SET state = 'waiting', due_at = excluded.due_at, ended_at = NULL
  WHERE e.ended_at IS NOT NULL
  RETURNING queue`;

/** The keys of work at which processes of the version before are. Parameter: a JSON array of keys. */
const AT_WORK = `
  SELECT ${WORK_KEY} AS key FROM pgboss.job
  WHERE state <= 'active' AND ${WORK_KEY} IN (SELECT jsonb_array_elements_text($1::jsonb))`;

/** Returns whether the database was one of the version before. */
async function hasFormer(): Promise<boolean> {
  const [row] = await onQueue<{ former: boolean }>(HAS_FORMER, []);
  return row?.former ?? false;
}

/** Moves entries of the version before that wait or are lost to our queues. Returns the queue of each. */
export const takeOverFormer = async (): Promise<QueueName[]> =>
  (await hasFormer()) ? (await onQueue<{ queue: QueueName }>(TAKE_OVER, [])).map(({ queue }) => queue) : [];

/** Returns those of the keys of work at which processes of the version before are. */
export const formerAtWork = async (keys: readonly string[]): Promise<string[]> =>
  (await hasFormer()) ? (await onQueue<{ key: string }>(AT_WORK, [JSON.stringify(keys)])).map(({ key }) => key) : [];

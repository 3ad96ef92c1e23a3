CREATE SCHEMA queue;--> statement-breakpoint
GRANT USAGE ON SCHEMA queue TO crc_app;--> statement-breakpoint
CREATE TABLE queue.entry (
  queue text NOT NULL,
  id uuid NOT NULL,
  data jsonb NOT NULL,
  group_id text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken', 'done', 'failed')),
  due_at timestamptz NOT NULL DEFAULT now(),
  takes integer NOT NULL DEFAULT 0,
  entered_at timestamptz NOT NULL DEFAULT now(),
  taken_at timestamptz,
  heartbeat_at timestamptz,
  ended_at timestamptz,
  reason jsonb,
  PRIMARY KEY (queue, id)
) PARTITION BY LIST (queue);--> statement-breakpoint
CREATE TABLE queue.operations PARTITION OF queue.entry FOR VALUES IN ('operations');--> statement-breakpoint
CREATE TABLE queue.deliveries PARTITION OF queue.entry FOR VALUES IN ('deliveries');--> statement-breakpoint
CREATE TABLE queue.syncs PARTITION OF queue.entry FOR VALUES IN ('syncs');--> statement-breakpoint
CREATE TABLE queue.mails PARTITION OF queue.entry FOR VALUES IN ('mails');--> statement-breakpoint
CREATE INDEX entry_taken_index ON queue.entry (queue, heartbeat_at, group_id) WHERE state = 'taken';--> statement-breakpoint
CREATE INDEX entry_waiting_index ON queue.entry (queue, due_at, id) WHERE state = 'waiting';--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON queue.entry TO crc_app;--> statement-breakpoint
-- When a process of this version last kept the queues. Processes of the version before, which run during an upgrade and after
-- going back, work on entries of pg-boss's table. Each entry is in one of both tables: in ours while a process of this
-- version lives to take it, else in theirs.
CREATE TABLE queue.last_upkeep (at timestamptz NOT NULL);--> statement-breakpoint
INSERT INTO queue.last_upkeep VALUES ('-infinity');--> statement-breakpoint
GRANT SELECT, UPDATE ON queue.last_upkeep TO crc_app;--> statement-breakpoint
CREATE FUNCTION queue.is_kept() RETURNS boolean LANGUAGE sql AS
$$ SELECT at > now() - interval '10s' FROM queue.last_upkeep $$;--> statement-breakpoint
-- What the version before writes, it finds there as ended: it is entered here instead, unless its work has an entry, as it has
-- for a sweep that cannot see it.
CREATE FUNCTION queue.enter_former() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  work text := coalesce(NEW.data ->> 'jobId', NEW.data ->> 'deliveryId', NEW.data ->> 'mailId');
BEGIN
  IF NEW.name NOT IN ('operations', 'deliveries', 'syncs', 'mails') THEN
    RETURN NEW;
  END IF;
  IF NOT EXISTS (
    SELECT FROM queue.entry e
    WHERE e.queue = NEW.name AND (e.id = NEW.id OR ((e.state = 'waiting' OR e.state = 'taken')
      AND e.data ->> 'organizationId' = NEW.data ->> 'organizationId'
      AND work = coalesce(e.data ->> 'jobId', e.data ->> 'deliveryId', e.data ->> 'mailId'))))
  THEN
    IF NOT queue.is_kept() THEN
      RETURN NEW;
    END IF;
    INSERT INTO queue.entry (queue, id, data, group_id, due_at)
    VALUES (NEW.name, NEW.id, NEW.data, coalesce(NEW.group_id, ''), NEW.start_after)
    ON CONFLICT DO NOTHING;
  END IF;
  NEW.state := 'completed';
  NEW.completed_on := now();
  NEW.started_on := NULL;
  NEW.heartbeat_on := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Each look of the version before updates its table, also if it finds nothing there: it gets what no process of this version
-- takes, and finds it with its next look.
CREATE FUNCTION queue.give_former() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given queue.entry[];
BEGIN
  IF queue.is_kept() THEN
    RETURN NULL;
  END IF;
  WITH moved AS (
    DELETE FROM queue.entry e WHERE (queue, id) IN (
      SELECT queue, id FROM queue.entry
      WHERE queue IN (SELECT name FROM pgboss.queue)
        AND (state = 'waiting' OR (state = 'taken' AND heartbeat_at < now() - interval '10s'))
      LIMIT 500 FOR UPDATE SKIP LOCKED)
    RETURNING e AS entry)
  SELECT array_agg(entry) INTO given FROM moved;
  INSERT INTO pgboss.job AS j (id, name, data, group_id, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  SELECT e.id, q.name, e.data, e.group_id, greatest(e.due_at, now()),
    greatest(e.due_at, now()) + q.retention_seconds * interval '1s', q.expire_seconds, q.deletion_seconds, q.retry_limit,
    q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
  FROM unnest(given) e JOIN pgboss.queue q ON q.name = e.queue
  ON CONFLICT (name, id) DO UPDATE SET state = 'created', start_after = excluded.start_after, keep_until = excluded.keep_until,
    started_on = NULL, heartbeat_on = NULL, completed_on = NULL
  WHERE j.state > 'active';
  RETURN NULL;
END $$;--> statement-breakpoint
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN
    RETURN;
  END IF;
  CREATE TRIGGER enter_former BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION queue.enter_former();
  CREATE TRIGGER give_former BEFORE UPDATE ON pgboss.job FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0)
    EXECUTE FUNCTION queue.give_former();
  -- The night's entry is known by its id, also once it is at work or has ended.
  INSERT INTO queue.entry (queue, id, data, group_id, state, due_at, entered_at, ended_at)
  SELECT name, id, data, coalesce(group_id, ''), 'done', start_after, created_on, coalesce(completed_on, now())
  FROM pgboss.job WHERE name = 'syncs' AND state >= 'active'
  ON CONFLICT DO NOTHING;
END $$;

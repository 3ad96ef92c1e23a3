-- The entries of all queues (lib/queue).
CREATE SCHEMA queue;
GRANT USAGE ON SCHEMA queue TO crc_app;
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
) PARTITION BY LIST (queue);
CREATE TABLE queue.operations PARTITION OF queue.entry FOR VALUES IN ('operations');
CREATE TABLE queue.deliveries PARTITION OF queue.entry FOR VALUES IN ('deliveries');
CREATE TABLE queue.syncs PARTITION OF queue.entry FOR VALUES IN ('syncs');
CREATE TABLE queue.mails PARTITION OF queue.entry FOR VALUES IN ('mails');
CREATE TABLE queue.readings PARTITION OF queue.entry FOR VALUES IN ('readings');
CREATE INDEX entry_taken_index ON queue.entry (queue, heartbeat_at, group_id) WHERE state = 'taken';
CREATE INDEX entry_waiting_index ON queue.entry (queue, due_at, id) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE, DELETE ON queue.entry TO crc_app;

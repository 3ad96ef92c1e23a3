-- What waits in the queue of versions before queue_entries, whose processes no longer run beside this one, goes on in ours.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN
    INSERT INTO queue.entry AS e (queue, id, data, group_id, due_at)
    SELECT name, id, data, coalesce(group_id, ''), greatest(start_after, now()) FROM pgboss.job
    WHERE name IN ('operations', 'deliveries', 'syncs', 'mails') AND state <= 'active' AND NOT blocked
    ON CONFLICT (queue, id) DO UPDATE SET state = 'waiting', due_at = excluded.due_at, ended_at = NULL
    WHERE e.ended_at IS NOT NULL;
  END IF;
END $$;--> statement-breakpoint
-- Only versions before queue_entries use the tables.
DROP SCHEMA IF EXISTS pgboss CASCADE;--> statement-breakpoint
-- contracts queue_entries: a trigger of those tables was its only caller.
DROP FUNCTION IF EXISTS queue.enter_former();--> statement-breakpoint
-- contracts queue_entries: as above.
DROP FUNCTION IF EXISTS queue.give_former();--> statement-breakpoint
-- contracts queue_entries: as above.
DROP FUNCTION IF EXISTS queue.is_kept();--> statement-breakpoint
-- contracts queue_entries: the version before updates it only beside those tables.
DROP TABLE IF EXISTS queue.last_upkeep;

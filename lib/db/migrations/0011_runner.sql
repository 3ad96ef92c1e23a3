CREATE INDEX "job_live_index" ON "job" USING btree ("created_at") WHERE "job"."status" IN ('queued', 'running');--> statement-breakpoint
CREATE INDEX "delivery_pending_index" ON "delivery" USING btree ("created_at") WHERE "delivery"."status" = 'pending';--> statement-breakpoint
-- What the sweeper and the metrics ask about the work of all tenants: ids, counts and a time.
GRANT SELECT (id, organization_id, linked_account_id, type, status, created_at, next_attempt_at) ON job TO crc_definer;--> statement-breakpoint
GRANT SELECT (id, organization_id, linked_account_id, next_attempt_at) ON delivery TO crc_definer;--> statement-breakpoint
GRANT SELECT (synced_at, unlinked_at) ON linked_account TO crc_definer;--> statement-breakpoint
CREATE POLICY lookup ON job FOR SELECT TO crc_definer USING (true);--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO crc_definer;--> statement-breakpoint
CREATE FUNCTION count_jobs()
  RETURNS TABLE (operation text, status text, jobs bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT j.type, j.status, count(*) FROM job j WHERE j.status IN ('queued', 'running') GROUP BY j.type, j.status
  $$;--> statement-breakpoint
-- Work that was due before a time and has not begun, or began and has not ended, the oldest first.
CREATE FUNCTION find_overdue(due_before timestamptz, most integer)
  RETURNS TABLE (job_id bigint, delivery_id uuid, waits boolean, organization_id uuid, linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    (SELECT j.id, NULL::uuid, j.status = 'queued', j.organization_id, j.linked_account_id
     FROM job j
     WHERE j.status IN ('queued', 'running') AND j.created_at < $1 AND coalesce(j.next_attempt_at, j.created_at) < $1
     ORDER BY j.created_at LIMIT $2)
    UNION ALL
    (SELECT NULL, d.id, true, d.organization_id, d.linked_account_id
     FROM delivery d
     WHERE d.status = 'pending' AND d.created_at < $1 AND coalesce(d.next_attempt_at, d.created_at) < $1
     ORDER BY d.created_at LIMIT $2)
  $$;--> statement-breakpoint
CREATE FUNCTION oldest_sync() RETURNS timestamptz
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT min(a.synced_at) FROM linked_account a WHERE a.unlinked_at IS NULL $$;--> statement-breakpoint
ALTER FUNCTION count_jobs() OWNER TO crc_definer;--> statement-breakpoint
ALTER FUNCTION find_overdue(timestamptz, integer) OWNER TO crc_definer;--> statement-breakpoint
ALTER FUNCTION oldest_sync() OWNER TO crc_definer;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM crc_definer;--> statement-breakpoint
REVOKE ALL ON FUNCTION count_jobs(), find_overdue(timestamptz, integer), oldest_sync() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION count_jobs(), find_overdue(timestamptz, integer), oldest_sync() TO crc_app;

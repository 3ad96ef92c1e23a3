ALTER TABLE "mail" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
GRANT SELECT (id, status, created_at, next_attempt_at) ON mail TO crc_definer;

-- Mails of one organization that were due before the given time, oldest first. A mail has no state between: it waits or has
-- ended.
CREATE FUNCTION find_overdue_mails(organization uuid, due_before timestamptz, most integer)
  RETURNS TABLE (mail_id uuid, since timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT m.id, m.created_at FROM mail m
    WHERE m.organization_id = $1 AND m.status = 'queued' AND coalesce(m.next_attempt_at, m.created_at) < $2
    ORDER BY m.created_at LIMIT $3
  $$;

CREATE FUNCTION count_mails(organization uuid) RETURNS TABLE (queued bigint, oldest_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT count(*), coalesce(extract(epoch FROM now() - min(m.created_at)), 0)::double precision FROM mail m
    WHERE m.organization_id = $1 AND m.status = 'queued'
  $$;

DO $$
DECLARE
  definer text;
BEGIN
  -- A function's new owner needs CREATE on the schema, only while the owner changes.
  GRANT CREATE ON SCHEMA public TO crc_definer;
  FOREACH definer IN ARRAY ARRAY['find_overdue_mails(uuid, timestamptz, integer)', 'count_mails(uuid)'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO crc_definer', definer);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO crc_app', definer);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM crc_definer;
END
$$;

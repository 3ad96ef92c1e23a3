CREATE TABLE "emr_event_reading" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "emr_event_reading_pk" PRIMARY KEY("organization_id","linked_account_id")
);
--> statement-breakpoint
CREATE TABLE "emr_event_taken" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "emr_event_taken_pk" PRIMARY KEY("organization_id","linked_account_id","event_id")
);
--> statement-breakpoint
CREATE INDEX "emr_event_reading_organization_id_next_at_index" ON "emr_event_reading" USING btree ("organization_id","next_at");--> statement-breakpoint
CREATE INDEX "emr_event_taken_linked_account_id_taken_at_index" ON "emr_event_taken" USING btree ("linked_account_id","taken_at");--> statement-breakpoint
-- Both belong to one linked account, like those of 0001_tenancy.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['emr_event_reading', 'emr_event_taken'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app '
      'USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account())) '
      'WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))',
      name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO crc_app', name);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE POLICY lookup ON emr_event_reading FOR SELECT TO crc_definer USING (true);
GRANT SELECT (organization_id, linked_account_id, next_at) ON emr_event_reading TO crc_definer;

-- Accounts of one organization whose EMR's log of events is due, the longest due first.
CREATE FUNCTION find_event_readings(organization uuid, due_before timestamptz, most integer)
  RETURNS TABLE (linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT r.linked_account_id FROM emr_event_reading r
    WHERE r.organization_id = $1 AND r.next_at <= $2 ORDER BY r.next_at LIMIT $3
  $$;

DO $$
BEGIN
  -- A function's new owner needs CREATE on the schema, only while the owner changes.
  GRANT CREATE ON SCHEMA public TO crc_definer;
  ALTER FUNCTION find_event_readings(uuid, timestamptz, integer) OWNER TO crc_definer;
  REVOKE ALL ON FUNCTION find_event_readings(uuid, timestamptz, integer) FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION find_event_readings(uuid, timestamptz, integer) TO crc_app;
  REVOKE CREATE ON SCHEMA public FROM crc_definer;
END
$$;

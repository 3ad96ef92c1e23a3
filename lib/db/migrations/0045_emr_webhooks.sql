CREATE TABLE "emr_webhook" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"emr_type" text NOT NULL,
	"client" text NOT NULL,
	"sealed" text NOT NULL,
	"registration_id" text,
	"registered_at" timestamp with time zone,
	"problem" text,
	"next_at" timestamp with time zone NOT NULL,
	"heard_at" timestamp with time zone,
	"missed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"remove_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "emr_webhook_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "emr_event_arrived" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"event" text NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL,
	CONSTRAINT "emr_event_arrived_pk" PRIMARY KEY("organization_id","linked_account_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "emr_event_reading" ADD COLUMN "log_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "emr_webhook_client_index" ON "emr_webhook" USING btree ("organization_id","client");--> statement-breakpoint
CREATE INDEX "emr_event_arrived_linked_account_id_arrived_at_index" ON "emr_event_arrived" USING btree ("linked_account_id","arrived_at");
--> statement-breakpoint
-- An event belongs to one linked account, like the tables of 0042_emr_events.
ALTER TABLE emr_event_arrived ENABLE ROW LEVEL SECURITY;
ALTER TABLE emr_event_arrived FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON emr_event_arrived TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON emr_event_arrived TO crc_app;
-- A webhook belongs to the whole organization: all accounts of an EMR's client share it.
ALTER TABLE emr_webhook ENABLE ROW LEVEL SECURITY;
ALTER TABLE emr_webhook FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON emr_webhook TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON emr_webhook TO crc_app;

-- What a webhook's row seals is sealed as well.
CREATE POLICY lookup ON emr_webhook FOR SELECT TO crc_definer USING (true);
GRANT SELECT (organization_id, sealed) ON emr_webhook TO crc_definer;
CREATE OR REPLACE FUNCTION list_seals(organization uuid) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT split_part(l.inbox_secret, '.', 1) FROM linked_account l WHERE l.organization_id = $1
    UNION SELECT split_part(l.credentials, '.', 1) FROM linked_account l
      WHERE l.organization_id = $1 AND l.credentials IS NOT NULL
    UNION SELECT split_part(l.downtime_passphrase, '.', 1) FROM linked_account l
      WHERE l.organization_id = $1 AND l.downtime_passphrase IS NOT NULL
    UNION SELECT split_part(c.webhook_secret, '.', 1) FROM api_client c WHERE c.organization_id = $1
    UNION SELECT split_part(e.secret, '.', 1) FROM webhook_endpoint e WHERE e.organization_id = $1
    UNION SELECT split_part(k.private_keys, '.', 1) FROM organization_key k WHERE k.organization_id = $1
    UNION SELECT split_part(f.secret, '.', 1) FROM second_factor f
      WHERE f.organization_id = $1 AND f.secret IS NOT NULL
    UNION SELECT split_part(m.content, '.', 1) FROM mail m WHERE m.organization_id = $1 AND m.content IS NOT NULL
    UNION SELECT split_part(p.client_secret, '.', 1) FROM own_provider p WHERE p.organization_id = $1
    UNION SELECT split_part(w.sealed, '.', 1) FROM emr_webhook w WHERE w.organization_id = $1
  $$;

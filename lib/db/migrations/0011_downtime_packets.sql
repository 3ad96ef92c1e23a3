CREATE TABLE "downtime_packet" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"day" date NOT NULL,
	"made" text NOT NULL,
	"size" integer NOT NULL,
	"file" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "downtime_packet_pk" PRIMARY KEY("organization_id","id")
);
ALTER TABLE "linked_account" ADD COLUMN "downtime_passphrase" text;
CREATE UNIQUE INDEX "downtime_packet_evening_index" ON "downtime_packet" USING btree ("organization_id","linked_account_id","day") WHERE "downtime_packet"."made" = 'evening';
CREATE INDEX "downtime_packet_linked_account_id_created_at_id_index" ON "downtime_packet" USING btree ("linked_account_id","created_at","id");

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE downtime_packet ENABLE ROW LEVEL SECURITY;
ALTER TABLE downtime_packet FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON downtime_packet TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON downtime_packet TO crc_app;

-- The passphrase is sealed as well.
GRANT SELECT (downtime_passphrase) ON linked_account TO crc_definer;
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
  $$;

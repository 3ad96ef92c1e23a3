CREATE TABLE "organization_key" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"public_keys" jsonb NOT NULL,
	"private_keys" text NOT NULL,
	"signs_from" timestamp with time zone NOT NULL,
	"retires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organization_key_pk" PRIMARY KEY("organization_id","id")
);
ALTER TABLE "emr_budget" ADD COLUMN "under_way" jsonb DEFAULT '{}'::jsonb NOT NULL;
ALTER TABLE "organization_key" ADD CONSTRAINT "organization_key_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE no action ON UPDATE no action;

-- The keys belong to a whole organization, like the tables of 0001_tenancy.
ALTER TABLE organization_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_key FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organization_key TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_key TO crc_app;

-- The private keys are sealed as well.
CREATE POLICY lookup ON organization_key FOR SELECT TO crc_definer USING (true);
GRANT SELECT (organization_id, private_keys) ON organization_key TO crc_definer;
CREATE OR REPLACE FUNCTION list_seals(organization uuid) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT split_part(l.inbox_secret, '.', 1) FROM linked_account l WHERE l.organization_id = $1
    UNION SELECT split_part(l.credentials, '.', 1) FROM linked_account l
      WHERE l.organization_id = $1 AND l.credentials IS NOT NULL
    UNION SELECT split_part(c.webhook_secret, '.', 1) FROM api_client c WHERE c.organization_id = $1
    UNION SELECT split_part(e.secret, '.', 1) FROM webhook_endpoint e WHERE e.organization_id = $1
    UNION SELECT split_part(k.private_keys, '.', 1) FROM organization_key k WHERE k.organization_id = $1
  $$;

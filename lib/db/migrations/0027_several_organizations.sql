CREATE TABLE "own_identity" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "own_identity_pk" PRIMARY KEY("organization_id","issuer","subject")
);
CREATE TABLE "own_provider" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"external_id_claim" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "own_provider_pk" PRIMARY KEY("organization_id","id")
);
CREATE TABLE "scim_token" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"admin_role" text,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scim_token_pk" PRIMARY KEY("organization_id","id")
);
ALTER TABLE "app_session" ADD COLUMN "home_mark" text;
ALTER TABLE "app_session" ADD COLUMN "confined" boolean DEFAULT false NOT NULL;
ALTER TABLE "app_user" ADD COLUMN "home_user_id" uuid;
ALTER TABLE "app_user" ADD COLUMN "home_organization_id" uuid;
ALTER TABLE "app_user" ADD COLUMN "external_id" text;
ALTER TABLE "app_user" ADD COLUMN "removed_at" timestamp with time zone;
CREATE UNIQUE INDEX "own_identity_user_index" ON "own_identity" USING btree ("organization_id","user_id");
CREATE UNIQUE INDEX "own_provider_organization_index" ON "own_provider" USING btree ("organization_id");

-- They belong to a whole organization, like the tables of 0001_tenancy.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['scim_token', 'own_provider', 'own_identity'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app USING (organization_id = (SELECT current_organization())) '
      'WITH CHECK (organization_id = (SELECT current_organization()))', name);
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE, DELETE ON own_provider, own_identity TO crc_app;
-- Rows stay: the audit log names them.
GRANT SELECT, INSERT, UPDATE ON scim_token TO crc_app;

-- The secrets of the providers' clients are sealed as well.
CREATE POLICY lookup ON own_provider FOR SELECT TO crc_definer USING (true);
GRANT SELECT (organization_id, client_secret) ON own_provider TO crc_definer;
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
  $$;

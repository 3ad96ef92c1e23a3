CREATE TABLE "mail" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"content" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mail_pk" PRIMARY KEY("organization_id","id")
);
CREATE TABLE "recovery_code" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "recovery_code_pk" PRIMARY KEY("organization_id","user_id","hash")
);
CREATE TABLE "second_factor" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secret" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" "bytea",
	"sign_count" bigint,
	"transports" text[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "second_factor_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "second_factor_whole" CHECK (CASE "second_factor"."kind" WHEN 'totp' THEN num_nonnulls("second_factor"."secret", "second_factor"."last_step") = 2
        ELSE num_nonnulls("second_factor"."credential_id", "second_factor"."public_key", "second_factor"."sign_count", "second_factor"."transports") = 4 END)
);
CREATE TABLE "second_factor_challenge" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_version" integer NOT NULL,
	"purpose" text NOT NULL,
	"to_sign" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "second_factor_challenge_pk" PRIMARY KEY("organization_id","id")
);
ALTER TABLE "app_user" ADD COLUMN "reset_hash" text;
ALTER TABLE "app_user" ADD COLUMN "reset_expires_at" timestamp with time zone;
ALTER TABLE "app_user" ADD COLUMN "mailed_alerts" text[];
ALTER TABLE "organization" ADD COLUMN "requires_second_factor" boolean DEFAULT false NOT NULL;
CREATE UNIQUE INDEX "mail_cause_index" ON "mail" USING btree ("organization_id","user_id","cause");
CREATE UNIQUE INDEX "second_factor_totp_index" ON "second_factor" USING btree ("organization_id","user_id") WHERE "second_factor"."kind" = 'totp';
CREATE UNIQUE INDEX "second_factor_credential_index" ON "second_factor" USING btree ("organization_id","credential_id");
CREATE INDEX "second_factor_organization_id_user_id_index" ON "second_factor" USING btree ("organization_id","user_id");
CREATE INDEX "second_factor_challenge_organization_id_user_id_index" ON "second_factor_challenge" USING btree ("organization_id","user_id");
-- They belong to a whole organization, like the tables of 0001_tenancy.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['second_factor', 'recovery_code', 'second_factor_challenge', 'mail'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app USING (organization_id = (SELECT current_organization())) '
      'WITH CHECK (organization_id = (SELECT current_organization()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO crc_app', name);
  END LOOP;
END
$$;

-- The secrets of authenticator apps and the contents of mails are sealed as well.
CREATE POLICY lookup ON second_factor FOR SELECT TO crc_definer USING (true);
CREATE POLICY lookup ON mail FOR SELECT TO crc_definer USING (true);
GRANT SELECT (organization_id, secret) ON second_factor TO crc_definer;
GRANT SELECT (organization_id, content) ON mail TO crc_definer;
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
  $$;

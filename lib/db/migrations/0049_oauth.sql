CREATE TABLE "oauth_client" (
	"client_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"redirect_uris" text[] NOT NULL,
	"fetched_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_credential" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"grant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"resource" text NOT NULL,
	"redirect_uri" text,
	"code_challenge" text,
	"parent_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_credential_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "mcp_token" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "mcp_token" ADD COLUMN "client_host" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "oauth_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "oauth_client_created_at_index" ON "oauth_client" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "oauth_credential_organization_id_grant_id_index" ON "oauth_credential" USING btree ("organization_id","grant_id");--> statement-breakpoint
CREATE INDEX "oauth_credential_organization_id_expires_at_index" ON "oauth_credential" USING btree ("organization_id","expires_at");
--> statement-breakpoint
-- A client registers before anybody has signed in, and people of several organizations may use it.
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_client TO crc_app;
-- A code or token is found before its account is known, so it is visible to the whole organization, like an MCP token.
ALTER TABLE oauth_credential ENABLE ROW LEVEL SECURITY;
ALTER TABLE oauth_credential FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON oauth_credential TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_credential TO crc_app;
-- The organizations whose people may grant access: without one the authorization server is not there.
GRANT SELECT (oauth_enabled) ON organization TO crc_definer;
CREATE FUNCTION list_oauth_organizations() RETURNS TABLE (organization_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT o.id FROM organization o WHERE o.oauth_enabled $$;
DO $$
BEGIN
  -- A function's new owner needs CREATE on the schema, only while the owner changes.
  GRANT CREATE ON SCHEMA public TO crc_definer;
  ALTER FUNCTION list_oauth_organizations() OWNER TO crc_definer;
  REVOKE ALL ON FUNCTION list_oauth_organizations() FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION list_oauth_organizations() TO crc_app;
  REVOKE CREATE ON SCHEMA public FROM crc_definer;
END $$;

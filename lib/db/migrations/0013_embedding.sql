CREATE TABLE "embed_origin" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL REFERENCES "organization"("id"),
	"origin" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "embed_origin_of_organization" ON "embed_origin" USING btree ("organization_id","origin");--> statement-breakpoint
CREATE TABLE "embed_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"api_client_id" uuid NOT NULL REFERENCES "api_client"("id"),
	"token_hash" text NOT NULL UNIQUE,
	"origin" text NOT NULL,
	"view" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"permissions" text[] NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"theme" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "embed_session_expiry" ON "embed_session" USING btree ("organization_id","expires_at");--> statement-breakpoint
ALTER TABLE "embed_origin" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "embed_origin" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "embed_origin" TO crc_app
  USING (organization_id = (SELECT current_organization()))
  WITH CHECK (organization_id = (SELECT current_organization()));--> statement-breakpoint
ALTER TABLE "embed_session" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "embed_session" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Of the organization, not of one account alone: an origin that is taken back ends the sessions of all accounts.
CREATE POLICY tenant ON "embed_session" TO crc_app
  USING (organization_id = (SELECT current_organization()))
  WITH CHECK (organization_id = (SELECT current_organization()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "embed_origin", "embed_session" TO crc_app;--> statement-breakpoint
-- Whose a token is, and whose page an address names: asked before there is a tenant. They return ids only.
GRANT SELECT (id, organization_id, linked_account_id, token_hash) ON "embed_session" TO crc_definer;--> statement-breakpoint
CREATE POLICY lookup ON "embed_session" FOR SELECT TO crc_definer USING (true);--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO crc_definer;--> statement-breakpoint
CREATE FUNCTION find_embed_token(token_hash text)
  RETURNS TABLE (organization_id uuid, linked_account_id uuid, embed_session_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT s.organization_id, s.linked_account_id, s.id FROM embed_session s WHERE s.token_hash = $1 $$;--> statement-breakpoint
CREATE FUNCTION organization_of_embed_session(session uuid) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT organization_id FROM embed_session WHERE id = $1 $$;--> statement-breakpoint
ALTER FUNCTION find_embed_token(text) OWNER TO crc_definer;--> statement-breakpoint
ALTER FUNCTION organization_of_embed_session(uuid) OWNER TO crc_definer;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM crc_definer;--> statement-breakpoint
REVOKE ALL ON FUNCTION find_embed_token(text), organization_of_embed_session(uuid) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_embed_token(text), organization_of_embed_session(uuid) TO crc_app;

-- Whom an OpenID provider knows a person as, since they first came by it: the provider's own name and its name for them. An
-- email address may be somebody else's one day; these are not.
ALTER TABLE "app_user" ADD COLUMN "identity_issuer" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "identity_subject" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_identity_whole" CHECK (("identity_issuer" IS NULL) = ("identity_subject" IS NULL));--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_identity_index" ON "app_user" USING btree ("identity_issuer","identity_subject");--> statement-breakpoint
-- Who comes by a provider is looked up before there is a tenant. It returns ids only.
GRANT SELECT (identity_issuer, identity_subject) ON "app_user" TO crc_definer;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO crc_definer;--> statement-breakpoint
CREATE FUNCTION find_user_by_identity(issuer text, subject text)
  RETURNS TABLE (organization_id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT u.organization_id, u.id FROM app_user u WHERE u.identity_issuer = $1 AND u.identity_subject = $2 $$;--> statement-breakpoint
ALTER FUNCTION find_user_by_identity(text, text) OWNER TO crc_definer;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM crc_definer;--> statement-breakpoint
REVOKE ALL ON FUNCTION find_user_by_identity(text, text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_user_by_identity(text, text) TO crc_app;

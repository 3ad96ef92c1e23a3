DROP INDEX "audit_log_organization_id_at_index";--> statement-breakpoint
ALTER TABLE "app_user" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "api_client" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "invitation_hash" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "invitation_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "resource" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "patient_mrn" text;--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "unlinked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_log_organization_id_at_id_index" ON "audit_log" USING btree ("organization_id","at","id");--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_invitation_hash_unique" UNIQUE("invitation_hash");--> statement-breakpoint
-- Whom a link to choose a password is for: asked before anybody is signed in. It returns ids only.
GRANT SELECT (invitation_hash) ON app_user TO crc_definer;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO crc_definer;--> statement-breakpoint
CREATE FUNCTION find_invitation(token_hash text)
  RETURNS TABLE (organization_id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT u.organization_id, u.id FROM app_user u WHERE u.invitation_hash = $1 $$;--> statement-breakpoint
ALTER FUNCTION find_invitation(text) OWNER TO crc_definer;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM crc_definer;--> statement-breakpoint
REVOKE ALL ON FUNCTION find_invitation(text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION find_invitation(text) TO crc_app;
--> statement-breakpoint
-- What a practice's records are made from, where linking an account has opened it: its days go on by it.
ALTER TABLE sandbox.practice ADD COLUMN plan jsonb;

-- Attempts to sign in, counted by whom they were for and where they came from: digests alone, of no tenant, as nobody is
-- known yet. Rows go when their time is over.
CREATE TABLE "sign_in_window" (
	"subject" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"attempts" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sign_in_window_since_index" ON "sign_in_window" USING btree ("since");--> statement-breakpoint
-- What one of all processes does at a time, and when one began it last.
CREATE TABLE "periodic_task" (
	"name" text PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "sign_in_window", "periodic_task" TO crc_app;--> statement-breakpoint
-- When a job's request and result were forgotten: the row stays.
ALTER TABLE "job" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "job_kept_index" ON "job" USING btree ("linked_account_id","finished_at") WHERE "job"."forgotten_at" IS NULL AND "job"."finished_at" IS NOT NULL;--> statement-breakpoint
-- Whose secrets are to be sealed anew and whose data is to be forgotten. It returns ids only; the rest is done as that tenant.
GRANT SELECT (id) ON "organization" TO crc_definer;--> statement-breakpoint
CREATE POLICY lookup ON "organization" FOR SELECT TO crc_definer USING (true);--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO crc_definer;--> statement-breakpoint
CREATE FUNCTION list_organizations() RETURNS TABLE (organization_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT o.id FROM organization o $$;--> statement-breakpoint
ALTER FUNCTION list_organizations() OWNER TO crc_definer;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM crc_definer;--> statement-breakpoint
REVOKE ALL ON FUNCTION list_organizations() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION list_organizations() TO crc_app;

CREATE TABLE "visit_move" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"appointment_id" uuid NOT NULL,
	"provider_ehr_id" text NOT NULL,
	"secondary_provider_ehr_id" text,
	"starts_at" timestamp with time zone NOT NULL,
	"duration" integer NOT NULL,
	"visit_type_id" text,
	"visit_type_name" text,
	"from_provider_ehr_id" text NOT NULL,
	"from_starts_at" timestamp with time zone NOT NULL,
	"from_duration" integer NOT NULL,
	CONSTRAINT "visit_move_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "visit_move_linked_account_id_starts_at_index" ON "visit_move" USING btree ("linked_account_id","starts_at");--> statement-breakpoint
CREATE INDEX "visit_move_linked_account_id_appointment_id_index" ON "visit_move" USING btree ("linked_account_id","appointment_id");--> statement-breakpoint
CREATE INDEX "visit_move_job_id_index" ON "visit_move" USING btree ("job_id");--> statement-breakpoint

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE visit_move ENABLE ROW LEVEL SECURITY;
ALTER TABLE visit_move FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON visit_move TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON visit_move TO crc_app;

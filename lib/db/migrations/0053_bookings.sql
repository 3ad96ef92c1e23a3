CREATE TABLE "booking" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"patient_mrn" text NOT NULL,
	"provider_ehr_id" text NOT NULL,
	"secondary_provider_ehr_id" text,
	"location_id" text NOT NULL,
	"visit_type_id" text NOT NULL,
	"visit_type_name" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"duration" integer NOT NULL,
	"emr_appointment_id" text,
	CONSTRAINT "booking_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "day_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "booking_linked_account_id_starts_at_index" ON "booking" USING btree ("linked_account_id","starts_at");--> statement-breakpoint
CREATE INDEX "booking_job_id_index" ON "booking" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "job_day_index" ON "job" USING btree ("linked_account_id","id") WHERE "job"."day_keys" <> '{}' AND "job"."status" IN ('queued', 'running');--> statement-breakpoint

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE booking ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON booking TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON booking TO crc_app;

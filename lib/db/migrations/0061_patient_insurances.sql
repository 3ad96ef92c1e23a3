CREATE TABLE "patient_insurance" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"patient_mrn" text NOT NULL,
	"payer_id" text,
	"payer_name" text NOT NULL,
	"member_id" text NOT NULL,
	"group_number" text,
	"priority" integer NOT NULL,
	"relationship" text NOT NULL,
	"subscriber" text,
	"emr_insurance_id" text,
	CONSTRAINT "patient_insurance_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "patient_insurance_linked_account_id_patient_mrn_index" ON "patient_insurance" USING btree ("linked_account_id","patient_mrn");--> statement-breakpoint
CREATE INDEX "patient_insurance_job_id_index" ON "patient_insurance" USING btree ("job_id");--> statement-breakpoint

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE patient_insurance ENABLE ROW LEVEL SECURITY;
ALTER TABLE patient_insurance FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON patient_insurance TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON patient_insurance TO crc_app;

-- The sandbox's own: one of each priority, which it judges itself.
CREATE TABLE sandbox.patient_insurance (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  payer_id text,
  payer_name text NOT NULL,
  member_id text NOT NULL,
  group_number text,
  priority integer NOT NULL,
  relationship text NOT NULL,
  subscriber text,
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX patient_insurance_by_patient ON sandbox.patient_insurance (practice_id, patient_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.patient_insurance TO crc_sandbox;

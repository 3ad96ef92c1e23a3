CREATE TABLE "visit_note" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"appointment_id" uuid NOT NULL,
	"emr_appointment_id" text NOT NULL,
	"patient_mrn" text NOT NULL,
	"subject" text NOT NULL,
	"note" text NOT NULL,
	"emr_note_id" text,
	CONSTRAINT "visit_note_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE INDEX "visit_note_linked_account_id_patient_mrn_index" ON "visit_note" USING btree ("linked_account_id","patient_mrn");--> statement-breakpoint
CREATE INDEX "visit_note_job_id_index" ON "visit_note" USING btree ("job_id");--> statement-breakpoint

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE visit_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE visit_note FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON visit_note TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON visit_note TO crc_app;

-- The sandbox's own. Its appointments pass, and their notes stay.
CREATE TABLE sandbox.visit_note (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  appointment_id text NOT NULL,
  patient_id text NOT NULL,
  subject text NOT NULL,
  note text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX visit_note_by_patient ON sandbox.visit_note (practice_id, patient_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.visit_note TO crc_sandbox;

ALTER TABLE "record_change" ADD COLUMN "own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "record_change" ADD COLUMN "differences" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
CREATE INDEX "record_change_record" ON "record_change" USING btree ("organization_id","linked_account_id","record_id","position");--> statement-breakpoint
CREATE INDEX "record_change_patient" ON "record_change" USING btree ("organization_id","linked_account_id","patient_mrn","position");
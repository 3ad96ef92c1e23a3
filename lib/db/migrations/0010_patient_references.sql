ALTER TABLE "patient" ALTER COLUMN "dob" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "patient_ehr_id" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "patient_ehr_id" text;--> statement-breakpoint
CREATE INDEX "document_linked_account_id_patient_ehr_id_index" ON "document" USING btree ("linked_account_id","patient_ehr_id");--> statement-breakpoint
CREATE INDEX "referral_linked_account_id_patient_ehr_id_index" ON "referral" USING btree ("linked_account_id","patient_ehr_id");
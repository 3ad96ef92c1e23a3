ALTER TABLE "patient" ADD COLUMN "replaced_by" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "replaces" text[];--> statement-breakpoint
CREATE INDEX "patient_with_merges_index" ON "patient" USING btree ("linked_account_id") WHERE merged_into IS NOT NULL OR replaced_by IS NOT NULL OR replaces IS NOT NULL;

-- Until now the record of the merged patient alone was followed.
ALTER TABLE patient NO FORCE ROW LEVEL SECURITY;
UPDATE patient SET replaced_by = merged_into WHERE merged_into IS NOT NULL;
ALTER TABLE patient FORCE ROW LEVEL SECURITY;

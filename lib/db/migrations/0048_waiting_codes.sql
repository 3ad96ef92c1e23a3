-- Processes of the version before write the sentence alone: a code is good while coded_reason is the job's waiting_reason.
ALTER TABLE "job" ADD COLUMN "waiting_code" text;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "coded_reason" text;

ALTER TABLE "job" ADD COLUMN "conflicts" jsonb;--> statement-breakpoint
-- Everything is read anew once, since referrals and documents that were stored before lack the patient's id in the EMR. An UPDATE
-- would pass over the rows, since row-level security is forced.
ALTER TABLE "sync_kind" ADD COLUMN "anew_since" bigint DEFAULT 0;--> statement-breakpoint
ALTER TABLE "sync_kind" ALTER COLUMN "anew_since" SET DEFAULT NULL;

ALTER TABLE "delivery" ADD COLUMN "trace" jsonb;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "trace" jsonb;
ALTER TABLE "emr_webhook" ADD COLUMN "secret_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "emr_webhook" ADD COLUMN "secret_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "emr_webhook" ADD COLUMN "secret_problem" text;
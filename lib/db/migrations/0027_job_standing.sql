ALTER TABLE "job" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;
ALTER TABLE "linked_account" ADD COLUMN "visit_meanings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment" ADD COLUMN "status_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "visit_status" ADD COLUMN "meaning" text;
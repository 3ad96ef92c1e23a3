ALTER TABLE "sync_kind" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "sync_kind" ADD COLUMN "first_load" text;
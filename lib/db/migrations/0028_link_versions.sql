ALTER TABLE "job" ADD COLUMN "origin_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "link_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "origin_version" integer DEFAULT 0 NOT NULL;
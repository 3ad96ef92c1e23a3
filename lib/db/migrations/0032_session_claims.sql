ALTER TABLE "app_session" ADD COLUMN "leaving_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "app_session" ADD COLUMN "vouched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "former_external_id" text;--> statement-breakpoint
ALTER TABLE "own_identity" ADD COLUMN "client_id" text;
ALTER TABLE "link_token" ADD COLUMN "target_organization_id" uuid;--> statement-breakpoint
ALTER TABLE "link_token" ADD COLUMN "admin_email" text;--> statement-breakpoint
ALTER TABLE "api_client" ADD COLUMN "platform" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_client" ADD COLUMN "platform_client_id" uuid;
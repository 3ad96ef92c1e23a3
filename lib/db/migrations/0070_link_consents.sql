ALTER TABLE "link_token" ADD COLUMN "agreed_to" text[];--> statement-breakpoint
ALTER TABLE "link_token" ADD COLUMN "agreed_writes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "link_token" ADD COLUMN "connected_to" text;--> statement-breakpoint
CREATE INDEX "link_token_of_client" ON "link_token" USING btree ("organization_id","api_client_id","id");
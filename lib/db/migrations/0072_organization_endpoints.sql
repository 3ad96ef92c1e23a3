ALTER TABLE "webhook_endpoint" ALTER COLUMN "linked_account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "link_token" ADD COLUMN "repairs" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "former_token_hash" text;--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "former_token_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "linked_by" uuid;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD COLUMN "api_client_id" uuid;--> statement-breakpoint

-- An endpoint of the whole organization: the transaction of each of its accounts sends to it, and records what came of that.
CREATE POLICY organization_wide ON webhook_endpoint TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id IS NULL)
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id IS NULL);

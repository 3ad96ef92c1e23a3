-- Fields of a request that its operation does not know: what the answer and the job's record say of them, and whether an
-- API client has them refused.
ALTER TABLE "job" ADD COLUMN "warnings" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_client" ADD COLUMN "unknown_fields" text DEFAULT 'warn' NOT NULL;--> statement-breakpoint
-- A person is somebody else in each organization: whether one knows an address makes no difference to another.
ALTER TABLE "app_user" DROP CONSTRAINT "app_user_email_unique";--> statement-breakpoint
DROP INDEX "app_user_organization_id_index";--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_email_index" ON "app_user" USING btree ("organization_id","email");--> statement-breakpoint
CREATE INDEX "app_user_sign_in_index" ON "app_user" USING btree ("email");

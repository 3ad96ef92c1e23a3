-- Fields of a request that its operation does not know: what the answer and the job's record say of them, and whether an
-- API client has them refused.
ALTER TABLE "job" ADD COLUMN "warnings" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_client" ADD COLUMN "unknown_fields" text DEFAULT 'warn' NOT NULL;

CREATE TABLE "account_freshness" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"today_began_at" timestamp with time zone,
	"today_read_at" timestamp with time zone,
	"changes_began_at" timestamp with time zone,
	"changes_read_at" timestamp with time zone,
	"today_seconds" integer,
	"changes_seconds" integer,
	"today_reason" text,
	"changes_reason" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone,
	CONSTRAINT "account_freshness_pk" PRIMARY KEY("organization_id","linked_account_id")
);
--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "sync_interval_minutes" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_kind" ADD COLUMN "changes_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_kind" ADD COLUMN "changes_at" timestamp with time zone;
--> statement-breakpoint

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE account_freshness ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_freshness FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON account_freshness TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON account_freshness TO crc_app;
--> statement-breakpoint
CREATE TABLE queue.readings PARTITION OF queue.entry FOR VALUES IN ('readings');

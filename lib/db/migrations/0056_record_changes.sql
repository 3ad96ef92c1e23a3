CREATE TABLE "change_head" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"kept_from" bigint DEFAULT 0 NOT NULL,
	"linked_from" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "change_head_pk" PRIMARY KEY("organization_id","linked_account_id")
);
--> statement-breakpoint
CREATE TABLE "record_change" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"kind" text NOT NULL,
	"change" text NOT NULL,
	"record_id" uuid NOT NULL,
	"ehr_id" text,
	"patient_mrn" text,
	"job_id" bigint,
	"updated_fields" text[] NOT NULL,
	"record" json,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "record_change_pk" PRIMARY KEY("organization_id","linked_account_id","position")
);
--> statement-breakpoint
ALTER TABLE "sync_kind" ADD COLUMN "told_from" bigint;--> statement-breakpoint
ALTER TABLE "sync_kind" ADD COLUMN "announced" boolean DEFAULT false NOT NULL;--> statement-breakpoint

-- The kinds that were read before are not announced as read for the first time.
UPDATE sync_kind SET announced = true WHERE synced_at IS NOT NULL;
--> statement-breakpoint

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE change_head ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_head FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON change_head TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON change_head TO crc_app;
ALTER TABLE record_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE record_change FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON record_change TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON record_change TO crc_app;

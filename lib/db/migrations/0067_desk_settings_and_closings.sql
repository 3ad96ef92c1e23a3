CREATE TABLE "day_closing" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"date" date NOT NULL,
	"location_id" text NOT NULL,
	"location_name" text,
	"timezone" text NOT NULL,
	"closed_by" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"counted" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "day_closing_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "clinic" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "methods_without_reference" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "day_closing_day_index" ON "day_closing" USING btree ("organization_id","linked_account_id","date","location_id");--> statement-breakpoint
CREATE INDEX "payment_linked_account_id_created_at_index" ON "payment" USING btree ("linked_account_id","created_at");--> statement-breakpoint

-- The tenant of the other tables of a linked account (0001_tenancy). A closing is never changed.
ALTER TABLE day_closing ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE day_closing FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON day_closing TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));--> statement-breakpoint
GRANT SELECT, INSERT ON day_closing TO crc_app;

CREATE TABLE "shift_note" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"location_id" text,
	"text" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shift_note_pk" PRIMARY KEY("organization_id","id")
);
CREATE INDEX "shift_note_newest" ON "shift_note" USING btree ("organization_id","linked_account_id","created_at","id");

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE shift_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE shift_note FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON shift_note TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, DELETE ON shift_note TO crc_app;

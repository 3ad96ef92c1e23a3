CREATE TABLE "document_part" (
	"document_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_part_pk" PRIMARY KEY("organization_id","document_id","number")
);
--> statement-breakpoint
ALTER TABLE "document" ALTER COLUMN "emr_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "as_of" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "job_id" bigint;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "category" text;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "description" text;--> statement-breakpoint
CREATE INDEX "document_part_linked_account_id_created_at_index" ON "document_part" USING btree ("linked_account_id","created_at");--> statement-breakpoint

-- The tenant of the other tables of a linked account (0001_tenancy).
ALTER TABLE document_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_part FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON document_part TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON document_part TO crc_app;

-- The sandbox's own: the parts of a file that it is being sent.
CREATE TABLE sandbox.document_part (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  document_id text NOT NULL,
  number integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (practice_id, document_id, number)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON sandbox.document_part TO crc_sandbox;

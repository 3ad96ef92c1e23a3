CREATE TABLE "mcp_token" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"reads" text[] NOT NULL,
	"drafts" text[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mcp_token_pk" PRIMARY KEY("organization_id","id")
);
CREATE TABLE "draft" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"fields" jsonb NOT NULL,
	"patient_mrn" text,
	"drafted_by" jsonb NOT NULL,
	"token_id" uuid NOT NULL,
	"job_id" bigint,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "draft_pk" PRIMARY KEY("organization_id","id")
);
CREATE INDEX "mcp_token_linked_account_id_id_index" ON "mcp_token" USING btree ("linked_account_id","id");
CREATE INDEX "draft_linked_account_id_created_at_id_index" ON "draft" USING btree ("linked_account_id","created_at","id");

-- A token is found before its account is known, so it is visible to the whole organization, like an embed session (0001_tenancy).
ALTER TABLE mcp_token ENABLE ROW LEVEL SECURITY;
ALTER TABLE mcp_token FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON mcp_token TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
-- Rows stay: the audit log names them.
GRANT SELECT, INSERT, UPDATE ON mcp_token TO crc_app;

ALTER TABLE draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE draft FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON draft TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));
GRANT SELECT, INSERT, UPDATE, DELETE ON draft TO crc_app;

CREATE TABLE "audit_link" (
	"organization_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"seal" integer NOT NULL,
	"digest" "bytea" NOT NULL,
	CONSTRAINT "audit_link_pk" PRIMARY KEY("organization_id","entry_id")
);
CREATE TABLE "audit_seal" (
	"organization_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"entries" integer NOT NULL,
	"complete_to" timestamp with time zone NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	"hash" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"mac" "bytea" NOT NULL,
	CONSTRAINT "audit_seal_pk" PRIMARY KEY("organization_id","number")
);

-- Of the whole organization, as the audit log is, and append-only like it.
ALTER TABLE audit_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_link FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit_link TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
ALTER TABLE audit_seal ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_seal FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit_seal TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT ON audit_link, audit_seal TO crc_app;

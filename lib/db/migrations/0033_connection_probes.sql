CREATE TABLE "connection_probe" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"digest" text NOT NULL,
	"wrote" boolean NOT NULL,
	"profile" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "connection_probe_pk" PRIMARY KEY("organization_id","id")
);

-- A probe is one of a person in an organization, like the tables of 0001_tenancy.
ALTER TABLE connection_probe ENABLE ROW LEVEL SECURITY;
ALTER TABLE connection_probe FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON connection_probe TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON connection_probe TO crc_app;

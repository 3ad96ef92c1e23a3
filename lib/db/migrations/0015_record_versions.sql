CREATE TABLE "record_version" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"record" text NOT NULL,
	"slot" uuid NOT NULL,
	"version" uuid NOT NULL,
	CONSTRAINT "record_version_pk" PRIMARY KEY("organization_id","linked_account_id","record","slot")
);

-- Of the whole organization, as linked_account is: its admins change settings of every account.
ALTER TABLE record_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE record_version FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON record_version TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE ON record_version TO crc_app;

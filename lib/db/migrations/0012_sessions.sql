CREATE TABLE "app_session" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_version" integer NOT NULL,
	"device" text NOT NULL,
	"address" text,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "app_session_pk" PRIMARY KEY("organization_id","id")
);
CREATE INDEX "app_session_organization_id_user_id_index" ON "app_session" USING btree ("organization_id","user_id");ALTER TABLE "app_user" DROP COLUMN "ended_sessions";
ALTER TABLE "app_user" ADD COLUMN "last_signed_in_at" timestamp with time zone;

-- Sessions belong to a whole organization, like the tables of 0001_tenancy. Everyone signs in once more: an earlier session has
-- no row.
ALTER TABLE app_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE app_session FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON app_session TO crc_app
  USING (organization_id = (SELECT current_organization())) WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON app_session TO crc_app;

CREATE TABLE "emr_app" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text,
	"token_url" text,
	"scopes" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "emr_app_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "emr_authorization" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"begun_by" uuid NOT NULL,
	"emr_app_id" uuid NOT NULL,
	"base_url" text NOT NULL,
	"authorize_url" text NOT NULL,
	"issuer" text NOT NULL,
	"names_issuer" boolean NOT NULL,
	"start_hash" text,
	"browser_hash" text,
	"state_hash" text,
	"sealed" text,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"problem" text,
	"granted_at" timestamp with time zone,
	"access_ends_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"fhir_user" text,
	"linked_account_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "emr_authorization_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "emr_app" ADD CONSTRAINT "emr_app_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emr_authorization" ADD CONSTRAINT "emr_authorization_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "emr_app_issuer" ON "emr_app" USING btree ("organization_id","issuer");--> statement-breakpoint
CREATE INDEX "emr_authorization_account" ON "emr_authorization" USING btree ("organization_id","linked_account_id");--> statement-breakpoint

-- The tenant of the other tables of an organization (0001_tenancy).
ALTER TABLE emr_app ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE emr_app FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON emr_app TO crc_app
  USING (organization_id = (SELECT current_organization()))
  WITH CHECK (organization_id = (SELECT current_organization()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON emr_app TO crc_app;--> statement-breakpoint
ALTER TABLE emr_authorization ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE emr_authorization FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON emr_authorization TO crc_app
  USING (organization_id = (SELECT current_organization()))
  WITH CHECK (organization_id = (SELECT current_organization()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON emr_authorization TO crc_app;

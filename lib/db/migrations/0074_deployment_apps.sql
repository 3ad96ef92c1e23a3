CREATE TABLE "deployment_app" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"token_url" text,
	"scopes" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deployment_app_issuer" UNIQUE("issuer")
);
--> statement-breakpoint

-- Belongs to no tenant, as the directories of EMRs (0065_emr_directory): no route of `/v1` writes it, the operator's command does.
GRANT SELECT, INSERT, UPDATE, DELETE ON deployment_app TO crc_app;

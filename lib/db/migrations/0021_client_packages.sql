CREATE TABLE "client_package" (
	"file" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
-- An address never changes its bytes, so the application can neither change nor delete a package.
GRANT SELECT, INSERT ON client_package TO crc_app;

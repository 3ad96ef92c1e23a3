CREATE TABLE "commit_witness" (
	"process" uuid PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"committed_at" timestamp with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
-- Belongs to no tenant: it says how far each process has committed, and names no record.
GRANT SELECT, INSERT, UPDATE, DELETE ON commit_witness TO crc_app;

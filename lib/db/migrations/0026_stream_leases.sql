-- How many streams a process holds for a caller. Not logged: after a crash of PostgreSQL each process notes its own anew.
CREATE UNLOGGED TABLE "stream_lease" (
	"caller" text NOT NULL,
	"process" uuid NOT NULL,
	"streams" integer NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stream_lease_caller_process_pk" PRIMARY KEY("caller","process")
);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "stream_lease" TO crc_app;

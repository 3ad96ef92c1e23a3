CREATE TABLE "emr_directory" (
	"reading" uuid NOT NULL,
	"base_url" text NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"place" text NOT NULL,
	"sort_name" text COLLATE "C" NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "emr_directory_source" (
	"name" text PRIMARY KEY NOT NULL,
	"url" text,
	"reading" uuid,
	"digest" text,
	"entries" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE INDEX "emr_directory_reading_index" ON "emr_directory" USING btree ("reading");--> statement-breakpoint
CREATE INDEX "emr_directory_sort_name_place_index" ON "emr_directory" USING btree ("sort_name","place");--> statement-breakpoint
CREATE INDEX "emr_directory_words_index" ON "emr_directory" USING gin ("words");--> statement-breakpoint
-- The nightly reading replaces entries as the application's role. They belong to no tenant, so no row-level security.
GRANT SELECT, INSERT, UPDATE, DELETE ON emr_directory, emr_directory_source TO crc_app;

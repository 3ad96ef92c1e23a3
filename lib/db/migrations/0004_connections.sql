CREATE TABLE "emr_budget" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"origin" text,
	"window_start" timestamp with time zone NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"limit_calls" integer,
	"window_ms" integer DEFAULT 60000 NOT NULL,
	"learned_from" text,
	"paused_until" timestamp with time zone,
	"writes_wanted_until" timestamp with time zone,
	"reads_wanted_until" timestamp with time zone,
	CONSTRAINT "emr_budget_pk" PRIMARY KEY("organization_id","linked_account_id")
);

CREATE TABLE "passed_on" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"job_id" bigint NOT NULL,
	"callback_hash" text NOT NULL,
	"caller_waits" boolean DEFAULT false NOT NULL,
	"refusal" jsonb,
	"sent_at" timestamp with time zone,
	"answer" jsonb,
	"due_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone,
	"event_id" text,
	CONSTRAINT "passed_on_pk" PRIMARY KEY("organization_id","job_id"),
	CONSTRAINT "passed_on_callback_key" UNIQUE("organization_id","callback_hash")
);

CREATE TABLE "sync_kind" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"runner" uuid,
	"mode" text DEFAULT 'whole' NOT NULL,
	"reading" boolean DEFAULT false NOT NULL,
	"cursor" text,
	"since" text,
	"as_of" bigint,
	"pages" integer DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"set_aside" integer DEFAULT 0 NOT NULL,
	"began_at" timestamp with time zone,
	"page_at" timestamp with time zone,
	"synced_at" timestamp with time zone,
	"swept_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"held" jsonb,
	"accept_held" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sync_kind_pk" PRIMARY KEY("organization_id","linked_account_id","kind")
);

CREATE TABLE "sync_seen" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ehr_id" text NOT NULL,
	CONSTRAINT "sync_seen_pk" PRIMARY KEY("organization_id","linked_account_id","kind","ehr_id")
);

CREATE TABLE "sync_set_aside" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"ehr_id" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_set_aside_pk" PRIMARY KEY("organization_id","linked_account_id","kind","ehr_id")
);

ALTER TABLE "patient" DROP CONSTRAINT "patient_mrn_key";
ALTER TABLE "audit_log" ADD COLUMN "detail" jsonb;
ALTER TABLE "linked_account" ADD COLUMN "connection" jsonb;
ALTER TABLE "linked_account" ADD COLUMN "credentials" text;
ALTER TABLE "linked_account" ADD COLUMN "profile" jsonb;
ALTER TABLE "linked_account" ADD COLUMN "writes" text[];
ALTER TABLE "linked_account" ADD COLUMN "signs_events" boolean DEFAULT false NOT NULL;
ALTER TABLE "patient" ADD COLUMN "merged_into" text;
ALTER TABLE "document" ADD COLUMN "referral_ehr_id" text;
ALTER TABLE "referral" ADD COLUMN "referring_provider_ehr_id" text;
CREATE INDEX "passed_on_linked_account_id_due_at_index" ON "passed_on" USING btree ("linked_account_id","due_at");
DROP INDEX "patient_linked_account_id_last_name_first_name_mrn_index";
CREATE INDEX "patient_by_name_index" ON "patient" USING btree ("linked_account_id","last_name","first_name","mrn","ehr_id");
CREATE INDEX "patient_linked_account_id_merged_into_index" ON "patient" USING btree ("linked_account_id","merged_into") WHERE "patient"."merged_into" is not null;
CREATE INDEX "patient_linked_account_id_mrn_index" ON "patient" USING btree ("linked_account_id","mrn");
CREATE INDEX "appointment_linked_account_id_patient_ehr_id_index" ON "appointment" USING btree ("linked_account_id","patient_ehr_id");
CREATE INDEX "document_linked_account_id_referral_ehr_id_index" ON "document" USING btree ("linked_account_id","referral_ehr_id");
CREATE INDEX "referral_linked_account_id_referring_provider_ehr_id_index" ON "referral" USING btree ("linked_account_id","referring_provider_ehr_id");
ALTER TABLE "patient" ADD CONSTRAINT "patient_ehr_id_key" UNIQUE("organization_id","linked_account_id","ehr_id");

-- The new tables belong to one linked account, like those of 0001_tenancy.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['emr_budget', 'passed_on', 'sync_kind', 'sync_seen', 'sync_set_aside'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app '
      'USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account())) '
      'WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))',
      name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO crc_app', name);
  END LOOP;
END
$$;

-- The credentials of linked EMRs are sealed as well.
GRANT SELECT (credentials) ON linked_account TO crc_definer;
CREATE OR REPLACE FUNCTION list_seals(organization uuid) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT split_part(l.inbox_secret, '.', 1) FROM linked_account l WHERE l.organization_id = $1
    UNION SELECT split_part(l.credentials, '.', 1) FROM linked_account l
      WHERE l.organization_id = $1 AND l.credentials IS NOT NULL
    UNION SELECT split_part(c.webhook_secret, '.', 1) FROM api_client c WHERE c.organization_id = $1
    UNION SELECT split_part(e.secret, '.', 1) FROM webhook_endpoint e WHERE e.organization_id = $1
  $$;

-- More ways in which a simulated practice can behave like a bad server.
ALTER TABLE sandbox.behavior
  ADD COLUMN slow_page_ms integer NOT NULL DEFAULT 0 CHECK (slow_page_ms >= 0),
  ADD COLUMN page_records integer NOT NULL DEFAULT 500 CHECK (page_records > 0),
  ADD COLUMN empty_after_outage_s integer NOT NULL DEFAULT 0 CHECK (empty_after_outage_s >= 0),
  ADD COLUMN rate_limit_window_s integer NOT NULL DEFAULT 60 CHECK (rate_limit_window_s BETWEEN 1 AND 3600),
  ADD COLUMN limit_answer text NOT NULL DEFAULT 'header' CHECK (limit_answer IN ('header', 'body', 'forbidden')),
  ADD COLUMN token_calls integer CHECK (token_calls > 0),
  ADD COLUMN cut_after_commit_rate double precision NOT NULL DEFAULT 0 CHECK (cut_after_commit_rate BETWEEN 0 AND 1),
  ADD COLUMN error_after_commit_rate double precision NOT NULL DEFAULT 0
    CHECK (error_after_commit_rate BETWEEN 0 AND 1),
  ADD COLUMN short_kind text,
  ADD COLUMN broken_kind text,
  ADD COLUMN broken_as text NOT NULL DEFAULT 'unreadable' CHECK (broken_as IN ('unreadable', 'incomplete')),
  -- End of the last outage; the lists are empty for a while after it.
  ADD COLUMN outage_ended_at timestamptz;

-- The window of the limit has any length, so that the count is that of a window instead of a minute.
ALTER TABLE sandbox.call_count RENAME COLUMN minute TO window_start;

-- Every practice that was ever created. An account gets a practice once: a removed one does not come back.
CREATE TABLE sandbox.opened_practice (
  id uuid PRIMARY KEY,
  opened_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO sandbox.opened_practice (id) SELECT id FROM sandbox.practice;
GRANT SELECT, INSERT ON sandbox.opened_practice TO crc_sandbox;

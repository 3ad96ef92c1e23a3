-- Jobs that change one record run one at a time, in the order of their acceptance (decisions §6).
ALTER TABLE "job" ADD COLUMN "record_key" text;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "waiting_for" bigint;--> statement-breakpoint
-- What has not ended, or may be tried again, takes its place too.
ALTER TABLE "job" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "job" SET "record_key" = CASE "type"
    WHEN 'appointments:update' THEN 'appointment:' || ("identifiers" ->> 'emr_appointment_id')
    WHEN 'referrals:update' THEN 'referral:' || ("identifiers" ->> 'referral_id')
    WHEN 'recall-actions:create' THEN 'recall:' || ("identifiers" ->> 'recall_id')
    WHEN 'services:create' THEN 'episodes:' || "patient_mrn"
    WHEN 'schedule_sync' THEN 'schedule:' || ("identifiers" ->> 'provider_id')
  END
WHERE "status" <> 'cancelled'
  AND "type" IN ('appointments:update', 'referrals:update', 'recall-actions:create', 'services:create', 'schedule_sync');--> statement-breakpoint
UPDATE "job" j SET "waiting_for" = line.before
FROM (
  SELECT id, lag(id) OVER (PARTITION BY linked_account_id, record_key ORDER BY id) AS before
  FROM "job" WHERE "status" IN ('queued', 'running') AND "record_key" IS NOT NULL) line
WHERE j.id = line.id AND j."status" = 'queued' AND line.before IS NOT NULL;--> statement-breakpoint
ALTER TABLE "job" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "job_record_index" ON "job" USING btree ("linked_account_id","record_key","id") WHERE "job"."record_key" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "job_waiting_for_index" ON "job" USING btree ("waiting_for") WHERE "job"."waiting_for" IS NOT NULL;--> statement-breakpoint
-- A job of which nobody knows whether the EMR holds what it asked for.
ALTER TABLE "job" ADD COLUMN "ambiguous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "unstored" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "to_reconcile" text;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "to_reconcile_as_of" bigint;--> statement-breakpoint
CREATE INDEX "job_ambiguous_index" ON "job" USING btree ("linked_account_id","id") WHERE "job"."ambiguous";--> statement-breakpoint
-- The order of readings of the EMR and of changes to it: no clock decides which of two is newer.
CREATE SEQUENCE "public"."as_of_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
GRANT USAGE ON SEQUENCE as_of_seq TO crc_app;--> statement-breakpoint
ALTER TABLE "linked_account" ADD COLUMN "as_of" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment" ADD COLUMN "as_of" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "as_of" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recall" ADD COLUMN "as_of" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "as_of" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What waits for another job or for a person is not overdue.
GRANT SELECT (waiting_for, to_reconcile, ambiguous) ON job TO crc_definer;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO crc_definer;--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_overdue(due_before timestamptz, most integer)
  RETURNS TABLE (job_id bigint, delivery_id uuid, waits boolean, organization_id uuid, linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    (SELECT j.id, NULL::uuid, j.status = 'queued', j.organization_id, j.linked_account_id
     FROM job j
     WHERE j.status IN ('queued', 'running') AND j.created_at < $1 AND coalesce(j.next_attempt_at, j.created_at) < $1
       AND j.waiting_for IS NULL AND j.to_reconcile IS NULL
     ORDER BY j.created_at LIMIT $2)
    UNION ALL
    (SELECT NULL, d.id, true, d.organization_id, d.linked_account_id
     FROM delivery d
     WHERE d.status = 'pending' AND d.created_at < $1 AND coalesce(d.next_attempt_at, d.created_at) < $1
     ORDER BY d.created_at LIMIT $2)
  $$;--> statement-breakpoint
CREATE FUNCTION count_ambiguous_jobs()
  RETURNS TABLE (operation text, state text, jobs bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT j.type, coalesce(j.to_reconcile, 'trying'), count(*) FROM job j
    WHERE j.status IN ('queued', 'running') AND j.ambiguous GROUP BY 1, 2
  $$;--> statement-breakpoint
ALTER FUNCTION count_ambiguous_jobs() OWNER TO crc_definer;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM crc_definer;--> statement-breakpoint
REVOKE ALL ON FUNCTION count_ambiguous_jobs() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION count_ambiguous_jobs() TO crc_app;--> statement-breakpoint
-- A settings sync that is left to a person is not in flight any more.
DROP INDEX "job_one_org_settings_sync";--> statement-breakpoint
CREATE UNIQUE INDEX "job_one_org_settings_sync" ON "job" USING btree ("linked_account_id") WHERE "job"."type" = 'org-settings:fetch' AND "job"."status" IN ('queued', 'running') AND "job"."to_reconcile" IS NULL;

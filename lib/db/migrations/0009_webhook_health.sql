ALTER TABLE "delivery_attempt" ADD COLUMN "endpoint_id" uuid;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD COLUMN "exchange" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD COLUMN "failing_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "delivery_held_index" ON "delivery" USING btree ("endpoint_id","id") WHERE "delivery"."status" = 'held';--> statement-breakpoint
CREATE INDEX "delivery_retry_index" ON "delivery" USING btree ("created_at") WHERE "delivery"."status" = 'pending' AND "delivery"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "delivery_attempt_endpoint_index" ON "delivery_attempt" USING btree ("endpoint_id","at") WHERE "delivery_attempt"."endpoint_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "delivery_attempt_exchange_index" ON "delivery_attempt" USING btree ("linked_account_id","id") WHERE "delivery_attempt"."exchange" IS NOT NULL;--> statement-breakpoint
-- What the metrics tell of the deliveries of all tenants: counts and an age, of which nobody's record can be read.
GRANT SELECT (status, attempts, created_at) ON delivery TO crc_definer;--> statement-breakpoint
GRANT SELECT (status) ON webhook_endpoint TO crc_definer;--> statement-breakpoint
CREATE POLICY lookup ON delivery FOR SELECT TO crc_definer USING (true);--> statement-breakpoint
CREATE POLICY lookup ON webhook_endpoint FOR SELECT TO crc_definer USING (true);--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO crc_definer;--> statement-breakpoint
CREATE FUNCTION count_deliveries()
  RETURNS TABLE (held bigint, retrying bigint, oldest_retry_seconds double precision, endpoints_disabled bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT
      (SELECT count(*) FROM delivery WHERE status = 'held'),
      count(*),
      coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision,
      (SELECT count(*) FROM webhook_endpoint WHERE status = 'disabled')
    FROM delivery WHERE status = 'pending' AND attempts > 0
  $$;--> statement-breakpoint
ALTER FUNCTION count_deliveries() OWNER TO crc_definer;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM crc_definer;--> statement-breakpoint
REVOKE ALL ON FUNCTION count_deliveries() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION count_deliveries() TO crc_app;

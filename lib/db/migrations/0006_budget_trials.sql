ALTER TABLE "emr_budget" ADD COLUMN "confirmed_at" timestamp with time zone;
ALTER TABLE "emr_budget" ADD COLUMN "raised_at" timestamp with time zone;
ALTER TABLE "emr_budget" ADD COLUMN "raised_from" integer;
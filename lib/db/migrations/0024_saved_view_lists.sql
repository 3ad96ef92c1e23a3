DROP INDEX "saved_view_name";
ALTER TABLE "saved_view" ADD COLUMN "list" text DEFAULT 'jobs' NOT NULL;
ALTER TABLE "service" ADD COLUMN "score" double precision;
ALTER TABLE "service" ADD COLUMN "risk_band" text;
CREATE INDEX "saved_view_of_list" ON "saved_view" USING btree ("organization_id","linked_account_id","user_id","list",lower("name"));
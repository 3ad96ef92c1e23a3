-- The last position that an account's stream has given. Whoever gives the next ones locks it (lib/stream/sequence.ts).
CREATE TABLE "stream_head" (
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid PRIMARY KEY NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stream_message" ADD COLUMN "position" bigint;--> statement-breakpoint
-- What there is keeps its order. Ids of messages were the number of a transaction ahead of ten digits: as no row lies before
-- a thousand times its transaction's number, a stream that comes back with such an id goes on ahead of what it missed.
ALTER TABLE "stream_message" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "stream_message" m SET "position" = placed.position
FROM (
  SELECT place, number + max(least - number) OVER (PARTITION BY linked_account_id ORDER BY number) AS position
  FROM (
    SELECT ctid AS place, linked_account_id, xid::text::bigint * 1000 AS least,
      row_number() OVER (PARTITION BY linked_account_id ORDER BY xid, seq) AS number
    FROM "stream_message") ordered) placed
WHERE m.ctid = placed.place;--> statement-breakpoint
-- Every head lies behind every id that was given.
INSERT INTO "stream_head" (organization_id, linked_account_id, position)
SELECT a.organization_id, a.linked_account_id, greatest(pg_current_xact_id()::text::bigint * 1000, (
  SELECT max(m.position) FROM "stream_message" m WHERE m.linked_account_id = a.linked_account_id))
FROM list_linked_accounts() a;--> statement-breakpoint
ALTER TABLE "stream_message" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stream_message" DROP CONSTRAINT "stream_message_linked_account_id_xid_seq_pk";--> statement-breakpoint
ALTER TABLE "stream_message" DROP COLUMN "xid";--> statement-breakpoint
CREATE UNIQUE INDEX "stream_message_position_index" ON "stream_message" USING btree ("linked_account_id","position") WHERE "stream_message"."position" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "stream_message_unsequenced_index" ON "stream_message" USING btree ("linked_account_id","seq") WHERE "stream_message"."position" IS NULL;--> statement-breakpoint
ALTER TABLE "stream_head" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stream_head" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON "stream_head" TO crc_app
  USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))
  WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "stream_head" TO crc_app;

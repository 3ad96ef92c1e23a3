-- Where an attempt was sent: its endpoint may have moved since. Null for attempts from before, which are shown with their
-- delivery's address.
ALTER TABLE "delivery_attempt" ADD COLUMN "url" text;

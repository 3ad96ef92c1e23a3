ALTER TABLE "patient" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "emergency_contact" jsonb;--> statement-breakpoint
ALTER TABLE "appointment" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "claim" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "document" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "form" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "provider" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "recall" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "referral" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "referring_provider" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "set_aside" text;--> statement-breakpoint
ALTER TABLE "visit_type" ADD COLUMN "set_aside" text;--> statement-breakpoint
CREATE INDEX "appointment_part_index" ON "appointment" USING btree ("linked_account_id",split_part("emr_appointment_id", '/', 1)) WHERE "appointment"."category" = 'appointment' AND "appointment"."emr_appointment_id" LIKE '%/%';
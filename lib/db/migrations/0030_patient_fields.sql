ALTER TABLE "patient" ADD COLUMN "middle_name" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "suffix" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "mobile_phone" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "preferred_language" text;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "deceased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "patient" ADD COLUMN "deceased_at" text;
-- Attempts to sign in drain one by one instead of all at once when a window ends: of each subject it is known when its last
-- one will have drained.
ALTER TABLE "sign_in_window" RENAME TO "sign_in_bucket";--> statement-breakpoint
-- What was counted is of the last quarter of an hour: it begins anew.
DELETE FROM "sign_in_bucket";--> statement-breakpoint
ALTER TABLE "sign_in_bucket" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "sign_in_bucket" RENAME COLUMN "since" TO "empty_at";--> statement-breakpoint
ALTER TABLE "sign_in_bucket" RENAME CONSTRAINT "sign_in_window_pkey" TO "sign_in_bucket_pkey";--> statement-breakpoint
ALTER INDEX "sign_in_window_since_index" RENAME TO "sign_in_bucket_empty_at_index";

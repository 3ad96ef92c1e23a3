-- Why a job waits until its next attempt: what the last one met, or that the EMR asked the whole account for time.
ALTER TABLE "job" ADD COLUMN "waiting_reason" text;

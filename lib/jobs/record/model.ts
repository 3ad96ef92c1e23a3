import { z } from "zod";
import { patientName } from "#lib/kernel/fields";

export const JOB_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;

/** The status of a job (decisions §6). */
export const jobStatus = z.enum(JOB_STATUSES).meta({ id: "JobStatus" });

export type JobStatus = (typeof JOB_STATUSES)[number];

const moment = z.string().describe("ISO 8601");

/** A job as returned in lists (decisions §11). */
export const jobModel = z
  .object({
    job_id: z.number().int(),
    type: z.string().describe("Operation id, such as payments:create"),
    status: jobStatus,
    patient_mrn: z.string().nullable(),
    patient_name: patientName,
    actor: z.object({ kind: z.enum(["api_client", "user", "embed"]), id: z.string(), name: z.string() }),
    request: z.record(z.string(), z.unknown()),
    identifiers: z.record(z.string(), z.string()),
    result: z.record(z.string(), z.unknown()).nullable(),
    failure_reason: z.string().nullable(),
    attempts: z.number().int().describe("Attempts made; one that a dying process lost does not count"),
    next_attempt_at: moment.nullable(),
    waiting_reason: z
      .string()
      .nullable()
      .describe(
        "Why it waits until `next_attempt_at`: what its last attempt met, or that the EMR asked for time; null while it does not wait",
      ),
    ambiguous: z
      .boolean()
      .describe(
        "Whether the EMR may hold what was asked for without our knowing: an attempt's answer was lost, or what it answered could not be stored. One that is `queued` without `next_attempt_at` and `waiting_for` cannot be settled by itself: it waits for POST /jobs/{job_id}/reconcile, and `waiting_reason` says why",
      ),
    waiting_for: z
      .number()
      .int()
      .nullable()
      .describe("The job that it begins after, as both change the same record; null where none is in its way"),
    warnings: z
      .array(z.string())
      .describe("Fields of the request that the operation does not know and did not use; empty where there were none"),
    created_at: moment,
    finished_at: moment.nullable(),
    forgotten_at: moment
      .nullable()
      .describe(
        "When `request`, `callback_urls`, `warnings` and `result` were forgotten, as long after the job's end as the operator says; null while they are kept. Such a job cannot be tried again",
      ),
    retry_of: z.number().int().nullable().describe("The failed job that this one tries again"),
    retried_as: z.number().int().nullable().describe("The job that tries this failed one again"),
  })
  .meta({ id: "Job" });

export const TIMELINE_KINDS = [
  "accepted",
  "attempt_started",
  "attempt_failed",
  "completed",
  "failed",
  "cancelled",
  "event",
  "delivery",
] as const;

/**
 * One entry of a job's timeline. The meaning of `detail` depends on the kind: a reason, an event type, a delivery's
 * outcome.
 */
export const timelineEntry = z
  .object({
    at: moment,
    kind: z.enum(TIMELINE_KINDS),
    attempt: z.number().int().nullable(),
    detail: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: "JobTimelineEntry" });

/** A job with its timeline, oldest entry first. */
export const jobDetailModel = jobModel.extend({ timeline: z.array(timelineEntry) }).meta({ id: "JobDetail" });

/** Jobs of one type and status that were accepted within one hour (GET /jobs/stats). */
export const jobStatModel = z
  .object({
    hour: z.string().describe("When the hour begins, ISO 8601"),
    type: z.string().describe("Operation id"),
    status: jobStatus,
    count: z.number().int(),
    duration_ms_median: z.number().int().nullable().describe("From acceptance to end; null while none has ended"),
    duration_ms_p95: z.number().int().nullable(),
  })
  .meta({ id: "JobStat" });

export type JobStat = z.infer<typeof jobStatModel>;
export type JobModel = z.infer<typeof jobModel>;
export type TimelineEntry = z.infer<typeof timelineEntry>;
export type JobDetailModel = z.infer<typeof jobDetailModel>;

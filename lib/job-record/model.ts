import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { FAILURE_CODES, type FailureCode } from "#lib/kernel/failure-reasons";
import { patientName } from "#lib/kernel/fields";
import { WAITING_CODES, type WaitingCode } from "#lib/kernel/waiting-codes";

export const JOB_STATUSES = ["queued", "running", "completed", "failed", "cancelled"] as const;

/** The status of a job (decisions §6). */
export const jobStatus = z.enum(JOB_STATUSES).meta({ id: "JobStatus" });

export type JobStatus = (typeof JOB_STATUSES)[number];

const moment = momentText.describe("ISO 8601");

/** A job's standing as derived by the server, the same in the job's record and in the streams' `job` messages. */
export const jobStanding = z
  .object({
    version: z
      .number()
      .int()
      .describe("Increases with each change of the job; the standing with the greater version is newer"),
    state: jobStatus.describe(
      "As `status`, except that a job whose end sends an event stays `running` until the console's own inbox has received that event",
    ),
    retrying: z.boolean().describe("Whether the job waits for another attempt after a failed one"),
    doubt: z
      .enum(["answer_lost", "answer_not_stored"])
      .nullable()
      .describe("Reason why the job is `ambiguous`; null if it is not"),
    needs_person: z.boolean().describe("Whether the job waits for POST /jobs/{job_id}/reconcile"),
    received: z.boolean().describe("Whether the console's own inbox has received the job's final event"),
  })
  .meta({ id: "JobStanding" });

export type JobStanding = z.infer<typeof jobStanding>;

const failureCode = z
  .enum(Object.keys(FAILURE_CODES) as FailureCode[])
  .describe(
    `The list may grow: treat a code that you do not know as \`emr_refused\`. ${Object.entries(FAILURE_CODES)
      .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
      .join(". ")}`,
  )
  .meta({ id: "FailureCode" });

/** One of a failure event's `reasons`, as a job shows them. */
export const failureReason = z
  .object({ code: failureCode, description: z.string().describe("The same in words, for people") })
  .meta({ id: "FailureReason" });

/** A job as returned in lists (decisions §11). */
export const jobModel = z
  .object({
    job_id: z.number().int(),
    type: z.string().describe("The operation's id, which is also its permission"),
    status: jobStatus,
    patient_mrn: z.string().nullable(),
    patient_name: patientName,
    actor: z.object({ kind: z.enum(["api_client", "user", "embed", "mcp_token"]), id: z.string(), name: z.string() }),
    request: z.record(z.string(), z.unknown()),
    identifiers: z.record(z.string(), z.string()),
    metadata: z
      .record(z.string(), z.string())
      .describe("`metadata` of the request; a retry keeps it, and a correction that brings none"),
    result: z.record(z.string(), z.unknown()).nullable(),
    failure_reason: z.string().nullable(),
    reasons: z
      .array(failureReason)
      .describe(
        "Why the job failed or was cancelled, in codes: one, or as many as an EMR of this same interface states. Empty for every other job, and for jobs that ended before codes were kept",
      ),
    refused: z
      .boolean()
      .describe(
        "Whether the EMR refused the request for good: a retry of the same request fails again, unless something has changed in the EMR",
      ),
    conflicts: z
      .array(
        z.object({
          field: z.string().describe("The field in words"),
          ours: z.string().describe("Value of the request; empty for none"),
          theirs: z.string().describe("Value that the EMR had by then; empty for none"),
        }),
      )
      .describe(
        "Fields that another had changed in the EMR when the job was to change them, so that it failed; empty for every other job",
      ),
    attempts: z
      .number()
      .int()
      .describe(
        "Attempts made, without those that do not count: lost with their process, not stored, or postponed by the EMR's limit of calls",
      ),
    next_attempt_at: moment.nullable(),
    waiting_reason: z
      .string()
      .nullable()
      .describe(
        "Reason why the job waits until `next_attempt_at`: the last attempt's error, that the EMR takes no more calls for now, or that a person may still take the job back; null while it does not wait",
      ),
    waiting_code: z
      .enum(Object.keys(WAITING_CODES) as WaitingCode[])
      .nullable()
      .describe(
        `\`waiting_reason\` as a code; null while the job does not wait. The list may grow. ${Object.entries(
          WAITING_CODES,
        )
          .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
          .join(". ")}`,
      ),
    ambiguous: z
      .boolean()
      .describe(
        "Whether it is unknown if the EMR holds the record: the answer to an attempt was lost, or could not be stored. An ambiguous job that is `queued` without `next_attempt_at` and `waiting_for` waits for POST /jobs/{job_id}/reconcile, and `waiting_reason` contains the reason",
      ),
    waiting_for: z
      .number()
      .int()
      .nullable()
      .describe(
        "The job that must end first, because both change the same record or take time on the same day of a provider; null if there is none",
      ),
    warnings: z
      .array(z.string())
      .describe(
        "Fields of the request that the operation does not define and ignored, what the EMR keeps otherwise than it was sent, and that the end rests on an unsigned event of the EMR alone; empty if there were none",
      ),
    created_at: moment,
    finished_at: moment.nullable(),
    forgotten_at: moment
      .nullable()
      .describe(
        "Time at which `request`, `callback_urls`, `metadata`, `warnings`, `result` and `conflicts` were deleted after the operator's retention period; null while they are kept. Such a job cannot be retried",
      ),
    retry_of: z.number().int().nullable().describe("The failed job that this job retries or corrects"),
    retried_as: z.number().int().nullable().describe("The job that retries or corrects this failed job"),
    standing: jobStanding,
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
 * One entry of a job's timeline. The meaning of `detail` depends on the kind: a weaker guarantee of the EMR, a reason, an
 * event type, a delivery's outcome.
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
    hour: momentText.describe("Beginning of the hour, ISO 8601"),
    type: z.string().describe("Operation id"),
    status: jobStatus,
    count: z.number().int(),
    retried: z.number().int().describe("How many of them, failed ones, another job retries or corrects"),
    duration_ms_median: z.number().int().nullable().describe("From acceptance to end; null while none has ended"),
    duration_ms_p95: z.number().int().nullable(),
  })
  .meta({ id: "JobStat" });

export type JobStat = z.infer<typeof jobStatModel>;
export type JobModel = z.infer<typeof jobModel>;
export type TimelineEntry = z.infer<typeof timelineEntry>;
export type JobDetailModel = z.infer<typeof jobDetailModel>;

/**
 * `data` of a `job` message of the stream, a job's new state (decisions §8), and of a `standing` message, which follows the
 * `event` message of its end.
 */
export interface JobMessage {
  job_id: number;
  /** The operation's id. */
  type: string;
  status: JobStatus;
  /** 0 before the first attempt. */
  attempt: number;
  /** ISO 8601. */
  at: string;
  standing: JobStanding;
  /** Lists of `/v1` that become stale, by their names in the response body. */
  invalidates: readonly string[];
  /** Type of the event that the console's inbox has just received; only in `standing` messages. */
  event_type?: string;
}

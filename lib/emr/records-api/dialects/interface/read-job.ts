import { z } from "zod";
import { jsonOf } from "#lib/emr/http/json";
import type { EndedJob } from "#lib/emr/port/port";
import { type Remote, refusalOf } from "#lib/emr/records-api/remote";
import { statedReasons } from "#lib/kernel/failure-reasons";

const ended = z.object({
  job: z.object({
    status: z.enum(["completed", "failed", "cancelled"]),
    result: z.record(z.string(), z.unknown()).nullish().catch(null),
    failure_reason: z.string().nullish().catch(null),
    reasons: z.unknown().optional(),
  }),
});

/** Returns how a job of the remote has ended; null if it has not, or is unknown there. One that was cancelled there has failed. */
export async function readJob(remote: Remote, jobId: string, signal: AbortSignal): Promise<EndedJob | null> {
  const response = await remote.ask(`/jobs/${encodeURIComponent(jobId)}`, {}, signal);
  if (response.status === 404) return null;
  if (response.status !== 200) throw refusalOf(response);
  const { data } = ended.safeParse(jsonOf(response));
  if (!data) return null;
  const { status, result, failure_reason, reasons } = data.job;
  return {
    status: status === "completed" ? status : "failed",
    result: result ?? null,
    failureReason: failure_reason ?? null,
    reasons: statedReasons(reasons),
  };
}

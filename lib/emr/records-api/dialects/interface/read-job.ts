import { z } from "zod";
import { jsonOf } from "#lib/emr/http/json";
import type { EndedJob } from "#lib/emr/port/port";
import { type Remote, refusalOf } from "#lib/emr/records-api/remote";
import { statedReasons } from "#lib/kernel/failure-reasons";

const ended = z.object({ job: z.object({ status: z.enum(["completed", "failed"]), reasons: z.unknown().optional() }) });

/** Returns how a job of the remote has ended; null if it has not, or is unknown there. */
export async function readJob(remote: Remote, jobId: string, signal: AbortSignal): Promise<EndedJob | null> {
  const response = await remote.ask(`/jobs/${encodeURIComponent(jobId)}`, {}, signal);
  if (response.status === 404) return null;
  if (response.status !== 200) throw refusalOf(response);
  const { data } = ended.safeParse(jsonOf(response));
  return data ? { status: data.job.status, reasons: statedReasons(data.job.reasons) } : null;
}

import { z } from "zod";
import { jsonOf } from "#lib/emr/http/json";
import { type Remote, refusalOf } from "./remote.ts";

const ended = z.object({ job: z.object({ status: z.enum(["completed", "failed"]) }) });

/** Returns how a job of the remote has ended; null if it has not, or is unknown there. */
export async function readJob(
  remote: Remote,
  jobId: string,
  signal: AbortSignal,
): Promise<"completed" | "failed" | null> {
  const response = await remote.ask(`/jobs/${encodeURIComponent(jobId)}`, {}, signal);
  if (response.status === 404) return null;
  if (response.status !== 200) throw refusalOf(response);
  return ended.safeParse(jsonOf(response)).data?.job.status ?? null;
}

import type { QueryClient } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { jobKey } from "./job.ts";

/**
 * POST /jobs/{job_id}/cancel, or /retry, as the options of a mutation; a retry answers with the new job's id. What is
 * shown of the job is asked for anew, also where it was refused: somebody else may have been quicker.
 */
export const changeJob = (accountId: string, jobId: number, change: "cancel" | "retry", client: QueryClient) => ({
  mutationKey: ["job-change", accountId, jobId, change],
  mutationFn: () =>
    call<{ message: string; job_id?: number }>(accountId, `/jobs/${jobId}/${change}`, { method: "POST", body: {} }),
  onSettled: () => client.invalidateQueries({ queryKey: jobKey(accountId, jobId) }),
});

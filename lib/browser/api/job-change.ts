import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { toReconcileKey } from "#lib/browser/live/to-reconcile";
import type { reconciliationInput } from "#lib/job-record/reconciliation";
import { ApiFailure } from "./api-failure.ts";
import { call } from "./fetcher.ts";
import { jobKey } from "./job.ts";

/**
 * POST /jobs/{job_id}/cancel or /retry, as the options of a mutation; a retry answers with the new job's id. The job is
 * read again even if the request was refused, because another user may have changed it first.
 */
export const changeJob = (accountId: string, jobId: number, change: "cancel" | "retry", client: QueryClient) => ({
  mutationKey: ["job-change", accountId, jobId, change],
  mutationFn: (): Promise<{ message: string; job_id?: number }> =>
    call(accountId, `POST /jobs/{job_id}/${change}`, { job_id: jobId }),
  onSettled: () => readAnew(accountId, jobId, client),
});

/**
 * Cancels a job that has not been sent. Returns whether it is cancelled now; false if it is too late (409). Throws an
 * ApiFailure if that is unknown.
 */
export async function takeBack(accountId: string, jobId: number): Promise<boolean> {
  try {
    await call(accountId, "POST /jobs/{job_id}/cancel", { job_id: jobId });
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 409) return false;
    throw error;
  }
}

/** Reads a job and the lists that show it again after a change. */
async function readAnew(accountId: string, jobId: number, client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: toReconcileKey(accountId) });
  await client.invalidateQueries({ queryKey: jobKey(accountId, jobId) });
}

/** POST /jobs/{job_id}/reconcile: settles a job that waits for a user, by the record found in the EMR or its absence. */
export async function reconcileJob(
  accountId: string,
  jobId: number,
  body: z.infer<typeof reconciliationInput>,
  idempotencyKey: string,
  client: QueryClient,
): Promise<{ message: string }> {
  try {
    return await call(accountId, "POST /jobs/{job_id}/reconcile", { job_id: jobId, ...body }, { idempotencyKey });
  } finally {
    void readAnew(accountId, jobId, client);
  }
}

import { queryOptions } from "@tanstack/react-query";
import type { JobDetailModel } from "#lib/job-record/model";
import { call } from "./fetcher.ts";
import { jobsKey } from "./jobs.ts";

/** The query key of one job. */
export const jobKey = (accountId: string, jobId: number) => ["job", accountId, jobId] as const;

/** GET /jobs/{job_id}: one job with its timeline. */
export const jobDetail = (accountId: string, jobId: number) =>
  queryOptions({
    queryKey: jobKey(accountId, jobId),
    queryFn: async ({ signal }) => (await call(accountId, "GET /jobs/{job_id}", { job_id: jobId }, { signal })).job,
    staleTime: 5_000,
  });

/** GET /jobs with one id: the job, or null if there is none. */
export const jobById = (accountId: string, jobId: number) =>
  queryOptions({
    queryKey: [...jobsKey(accountId), "by id", jobId],
    queryFn: async ({ signal }) => (await call(accountId, "GET /jobs", { job_id: jobId }, { signal })).jobs[0] ?? null,
    staleTime: 5_000,
  });

/** The first job of a record: the one that a retry, or the retry of a retry, repeats under the same identifiers. */
export const jobAccepted = (accountId: string, retry: JobDetailModel) =>
  queryOptions({
    queryKey: [...jobKey(accountId, retry.job_id), "accepted"],
    queryFn: async ({ signal }): Promise<JobDetailModel> => {
      let first = retry;
      while (first.retry_of !== null) {
        const { job } = await call(accountId, "GET /jobs/{job_id}", { job_id: first.retry_of }, { signal });
        // A correction has a record of its own.
        if (JSON.stringify(job.identifiers) !== JSON.stringify(first.identifiers)) break;
        first = job;
      }
      return first;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

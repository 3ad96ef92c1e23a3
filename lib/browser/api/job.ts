import { queryOptions } from "@tanstack/react-query";
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

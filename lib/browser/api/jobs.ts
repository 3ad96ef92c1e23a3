import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** The filters of GET /jobs that Activity offers; empty ones are left out. */
export interface JobFilters {
  query?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  /** Ids, comma-separated. */
  job_ids?: string | undefined;
  patient_mrn?: string | undefined;
  /** "true": jobs for which it is unknown whether the EMR holds the requested change. */
  ambiguous?: string | undefined;
  /** Whether another job retries or corrects it: "true" or "false". */
  retried?: string | undefined;
  /** Whether the EMR refused the request for good: "true" or "false". */
  refused?: string | undefined;
  /** Part of the requester's name, or their id. */
  actor?: string | undefined;
  /** ISO 8601. */
  created_after?: string | undefined;
}

/** The `status` filter for jobs in progress. */
export const IN_PROGRESS = "queued,running";

/** The console's path of the list of an account's jobs in progress. */
export const waitingJobsPath = (accountId: string): string => `/a/${accountId}/activity?status=${IN_PROGRESS}`;

/** The console's path of the list of an account's failed jobs. */
export const failedJobsPath = (accountId: string): string => `/a/${accountId}/activity?status=failed`;

const PAGE = 50;

/** Cache key of every list of an account's jobs. */
export const jobsKey = (accountId: string) => ["jobs", accountId] as const;

/** Every matching job, for an export. */
export const allJobs = (accountId: string, filters: JobFilters, onProgress: (rows: number) => void) =>
  readAll(accountId, "GET /jobs", "jobs", { query: { ...filters }, onProgress });

/** GET /jobs, newest first, page after page, with the number of all. */
export const jobList = (accountId: string, filters: JobFilters = {}, limit: number = PAGE) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey(accountId), filters, limit],
    queryFn: ({ pageParam, signal }) =>
      call(
        accountId,
        "GET /jobs",
        { ...filters, limit, cursor: pageParam, ...(pageParam === null && { include_total: "true" }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    placeholderData: keepPreviousData,
  });

import { queryOptions } from "@tanstack/react-query";
import { call, submit } from "./fetcher.ts";
import { IN_PROGRESS, type JobFilters } from "./jobs.ts";
import { readAll } from "./read-all.ts";
import type { AnswerOf } from "./routes.ts";

/** Interval between reads of the number of jobs still in progress. */
const WATCH_MS = 1_500;

const retry = (accountId: string, filters: JobFilters, dryRun: boolean) => {
  const { status: _, type, ...others } = filters;
  return submit(accountId, "POST /jobs/retry", { ...others, ...(type && { type }), dry_run: dryRun });
};

/** The number of failed jobs that would be retried, of those that the EMR had refused for good, and of those left out. Never served from the cache. */
export const retryCount = (accountId: string, filters: JobFilters) =>
  queryOptions({
    queryKey: ["retry-count", accountId, filters],
    queryFn: () => retry(accountId, filters, true),
    staleTime: 0,
    gcTime: 0,
  });

/** Progress of the retry of a selection. */
export interface RetryProgress {
  /** The new jobs queued so far. */
  jobIds: number[];
  /** Number of failed jobs still to be queued. */
  remaining: number;
  /** Number of failed jobs left out, because a newer change of their record was accepted. */
  superseded: number;
}

/**
 * Calls POST /jobs/retry until no failed job is left. `onProgress` is called after each request. Returns the new jobs'
 * ids.
 */
export async function retryAll(
  accountId: string,
  filters: JobFilters,
  onProgress: (progress: RetryProgress) => void,
): Promise<number[]> {
  const jobIds: number[] = [];
  for (;;) {
    const answer = await retry(accountId, filters, false);
    jobIds.push(...answer.job_ids);
    onProgress({ jobIds: [...jobIds], remaining: answer.remaining, superseded: answer.superseded });
    if (answer.remaining === 0 || answer.job_ids.length === 0) return jobIds;
  }
}

/** Returns the number of these jobs that are still in progress; read again until none is. */
export const atWork = (accountId: string, jobIds: readonly number[]) =>
  queryOptions({
    queryKey: ["at-work", accountId, jobIds[0], jobIds.length],
    queryFn: async ({ signal }) => {
      const query = { status: IN_PROGRESS };
      const working = await readAll(accountId, "GET /jobs", "jobs", { query, signal });
      const ids = new Set(jobIds);
      return working.filter(({ job_id }) => ids.has(job_id)).length;
    },
    refetchInterval: ({ state: { data } }) => (data === 0 ? false : WATCH_MS),
    gcTime: 0,
  });

/** The outcome of a retry: the number of new jobs that succeeded and that failed. */
export interface RetryOutcome {
  completed: number;
  failed: number;
  cancelled: number;
}

const OUTCOME_PAGE = 1_000;

/** The outcome of these jobs, counted once none is in progress. */
export const retryOutcome = (accountId: string, jobIds: readonly number[]) =>
  queryOptions({
    queryKey: ["retry-outcome", accountId, jobIds[0], jobIds.length],
    queryFn: async ({ signal }): Promise<RetryOutcome> => {
      const ids = new Set(jobIds);
      const outcome: RetryOutcome = { completed: 0, failed: 0, cancelled: 0 };
      let cursor: string | undefined;
      do {
        const query = { status: Object.keys(outcome).join(","), limit: OUTCOME_PAGE, cursor };
        const page: AnswerOf<"GET /jobs"> = await call(accountId, "GET /jobs", query, { signal });
        for (const { job_id, status } of page.jobs) {
          if (ids.delete(job_id)) outcome[status as keyof RetryOutcome] += 1;
        }
        cursor = page.next_cursor;
      } while (cursor !== undefined && ids.size > 0);
      return outcome;
    },
    gcTime: 0,
  });

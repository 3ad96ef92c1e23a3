import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** Refresh interval of the chart, which need not be exact to the second. */
const LOOK_AGAIN_MS = 30_000;

/** The query key of an account's counts of jobs. */
export const jobStatsKey = (accountId: string) => ["job-stats", accountId] as const;

/** GET /jobs/stats: the last day's jobs by hour, type and status. */
export const jobStats = (accountId: string) =>
  queryOptions({
    queryKey: jobStatsKey(accountId),
    queryFn: async ({ signal }) => (await call(accountId, "GET /jobs/stats", {}, { signal })).stats,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: LOOK_AGAIN_MS,
  });

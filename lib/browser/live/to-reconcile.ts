import { queryOptions } from "@tanstack/react-query";
import { readAll } from "#lib/browser/api/read-all";

/** Cache key of the jobs that wait for a user. */
export const toReconcileKey = (accountId: string) => ["to-reconcile", accountId] as const;

/** The jobs that wait for a user, newest first. */
export const toReconcile = (accountId: string) =>
  queryOptions({
    queryKey: toReconcileKey(accountId),
    queryFn: async ({ signal }) => {
      const query = { status: "queued", ambiguous: "true" };
      const jobs = await readAll(accountId, "GET /jobs", "jobs", { query, signal });
      return jobs.filter(({ standing }) => standing.needs_person);
    },
    staleTime: 60_000,
  });

import type { QueryClient } from "@tanstack/react-query";
import type { JobModel, JobStanding } from "#lib/job-record/model";

const standingsKey = (accountId: string) => ["job-standings", accountId] as const;

/** Enough for the time that a page is open; by the time the oldest are dropped, the job records hold them. */
const MAX_STANDINGS = 2_000;

export type Standings = ReadonlyMap<number, JobStanding>;

const NONE: Standings = new Map();

/** The job standings received from the stream. The query is never fetched: the stream fills it (`keepStanding`). */
export const sentStandings = (accountId: string) => ({
  queryKey: standingsKey(accountId),
  queryFn: () => NONE,
  initialData: NONE,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Stores a job's standing unless a newer one is known. */
export function keepStanding(client: QueryClient, accountId: string, jobId: number, standing: JobStanding): void {
  client.setQueryData<Standings>(standingsKey(accountId), (known = NONE) => {
    const before = known.get(jobId);
    if (before && before.version >= standing.version) return known;
    const next = new Map(known);
    next.delete(jobId);
    next.set(jobId, standing);
    const oldest = next.keys().next().value;
    if (next.size > MAX_STANDINGS && oldest !== undefined) next.delete(oldest);
    return next;
  });
}

/** Returns the newer of a record's standing and the one received from the stream. */
export const newestStanding = ({ standing }: Pick<JobModel, "standing">, sent: JobStanding | undefined): JobStanding =>
  sent && sent.version > standing.version ? sent : standing;

import type { QueryClient } from "@tanstack/react-query";
import type { JobModel, JobStanding } from "#lib/jobs/record/model";

const standingsKey = (accountId: string) => ["job-standings", accountId] as const;

/** Enough for what happens while a page is open; the oldest are known from their records by then. */
const MAX_STANDINGS = 2_000;

export type Standings = ReadonlyMap<number, JobStanding>;

const NONE: Standings = new Map();

/** The standings that the stream has sent. The query is never fetched: the stream fills it (`keepStanding`). */
export const sentStandings = (accountId: string) => ({
  queryKey: standingsKey(accountId),
  queryFn: () => NONE,
  initialData: NONE,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Keeps a job's standing unless a newer one is known. */
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

/** Where a job stands by the newer of its record and what the stream has sent. */
export const newestStanding = ({ standing }: Pick<JobModel, "standing">, sent: JobStanding | undefined): JobStanding =>
  sent && sent.version > standing.version ? sent : standing;

import type { QueryClient } from "@tanstack/react-query";
import type { JobDetailModel, JobModel, JobStatus } from "#lib/jobs/record/model";
import { syncSchedule } from "#lib/resources/providers/sync-schedule/definition";

/** The webhook of a job that the console's own inbox received, as the stream told it. */
export interface Receipt {
  outcome: "completed" | "failed";
  /** The event as every target gets it (interface section 6). */
  envelope: Record<string, unknown>;
}

/** What the stream has told this tab about one job. */
export interface JobNews {
  /** The last state before an outcome. */
  status: "queued" | "running";
  /** A cancelled job's event says that it failed (decisions §5). */
  isCancelled: boolean;
  receipt: Receipt | null;
}

const newsKey = (accountId: string) => ["job-news", accountId] as const;

/** Enough for what happens while a page is open; the oldest are known from their rows by then. */
const MOST_NEWS = 2_000;

export type NewsByJob = ReadonlyMap<number, JobNews>;

/** Nothing heard yet. */
const NO_NEWS: NewsByJob = new Map();

/** A query that is never fetched: the stream fills it (`recordNews`), panels and lists read it. */
export const jobNews = (accountId: string) => ({
  queryKey: newsKey(accountId),
  queryFn: () => NO_NEWS,
  initialData: NO_NEWS,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Adds what a frame told about a job. */
export function recordNews(client: QueryClient, accountId: string, jobId: number, change: Partial<JobNews>): void {
  client.setQueryData<NewsByJob>(newsKey(accountId), (known = NO_NEWS) => {
    const before = known.get(jobId) ?? { status: "running", isCancelled: false, receipt: null };
    const next = new Map(known);
    next.delete(jobId);
    next.set(jobId, { ...before, ...change });
    const oldest = next.keys().next().value;
    if (next.size > MOST_NEWS && oldest !== undefined) next.delete(oldest);
    return next;
  });
}

/** Forgets what was heard: after a gap in the stream the rows know better. */
export const forgetNews = (client: QueryClient, accountId: string) =>
  client.setQueryData<NewsByJob>(newsKey(accountId), NO_NEWS);

/**
 * How an event ends its job, by its type: failure events say so in their name; a claim's own events come before
 * the one that ends the fetch (interface 4.1) and end nothing.
 */
export function outcomeOf(eventType: string): Receipt["outcome"] | null {
  if (eventType === "claim.created" || eventType === "claim.updated") return null;
  return eventType.endsWith("failed") ? "failed" : "completed";
}

/** Jobs that the product queues by itself and tells nobody of (decisions §4): their row is all that there is. */
export const tellsNobody = (type: string): boolean => type === syncSchedule.id;

const isOver = (status: JobStatus) => status === "completed" || status === "failed" || status === "cancelled";

/** How a job ended, as far as the stream has told it. */
function heardEnd(news: JobNews | undefined): JobStatus | null {
  if (!news?.receipt) return null;
  return news.isCancelled ? "cancelled" : news.receipt.outcome;
}

/** True once the console's own inbox has taken the job's event, as its timeline tells it. */
export const inboxHasIt = (job: Pick<JobDetailModel, "timeline">): boolean =>
  job.timeline.some(
    ({ kind, detail }) => kind === "delivery" && detail?.target === "inbox" && detail.status === "succeeded",
  );

/** Nothing is forgotten sooner after a job's end (RETAIN_EVENTS_DAYS), so a missing event was not forgotten before. */
const SOONEST_FORGOTTEN_MS = 24 * 3_600_000;

/** True for a job that ended long ago and whose event was forgotten: no receipt is to be waited for. */
const eventIsForgotten = ({ timeline, finished_at }: JobDetailModel): boolean =>
  finished_at !== null &&
  Date.now() - Date.parse(finished_at) > SOONEST_FORGOTTEN_MS &&
  !timeline.some(({ kind }) => kind === "event");

/**
 * The state that a job's panel shows. The receipt of the webhook moves it to its end, not the job's row (decisions
 * §8): without a receipt, heard on the stream or found in the timeline, an ended job still shows as running.
 */
export function panelState(job: JobDetailModel, news: JobNews | undefined): JobStatus {
  if (isOver(job.status)) {
    const known = news?.receipt || tellsNobody(job.type) || inboxHasIt(job) || eventIsForgotten(job);
    return known ? job.status : "running";
  }
  return heardEnd(news) ?? job.status;
}

/**
 * The state that a list's row shows: as the row has it, but a job that this tab has seen at work ends here too
 * only with its receipt, so that list and panel never disagree.
 */
export function rowState(job: Pick<JobModel, "status">, news: JobNews | undefined): JobStatus {
  if (!news) return job.status;
  if (isOver(job.status)) return news.receipt ? job.status : "running";
  return heardEnd(news) ?? news.status;
}

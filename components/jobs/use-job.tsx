import { useQuery } from "@tanstack/react-query";
import { jobDetail } from "#lib/browser/api/job";
import { newestStanding, sentStandings } from "#lib/browser/live/job-standing";
import { useAccountId } from "#lib/browser/session/account";
import type { JobStatus } from "#lib/jobs/record/model";
import { isMoving, type JobStory, tellJob } from "./job-story.ts";

/** Targets are told unheard by the stream, and what a broken line swallowed has to be asked for. */
const SOON_MS = 4_000;
const LATER_MS = 30_000;

/** Milliseconds until a job is asked for again; false once nothing more can come. */
function pollAfter(state: JobStatus, story: JobStory): number | false {
  if (!isMoving(state, story)) return false;
  const due = story.tellings.filter(({ status }) => status === "pending").map(({ nextAttemptAt }) => nextAttemptAt);
  const soon = due.some((at) => at === null || Date.parse(at) - Date.now() < LATER_MS);
  return soon || state === "queued" || state === "running" ? SOON_MS : LATER_MS;
}

/** The standings of jobs that the stream has sent since the page was opened. */
export const useSentStandings = () => useQuery(sentStandings(useAccountId())).data;

/** One job as its panel shows it, kept fresh until nothing more can come. */
export function useJob(jobId: number) {
  const sent = useSentStandings().get(jobId);
  const query = useQuery({
    ...jobDetail(useAccountId(), jobId),
    refetchInterval: ({ state: { data } }) =>
      data ? pollAfter(newestStanding(data, sent).state, tellJob(data)) : false,
  });
  const job = query.data;
  return {
    query,
    job,
    standing: job && newestStanding(job, sent),
    story: job && tellJob(job),
  };
}

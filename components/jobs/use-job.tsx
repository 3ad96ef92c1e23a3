import { useQuery } from "@tanstack/react-query";
import { jobDetail } from "#lib/browser/api/job";
import { newestStanding, sentStandings } from "#lib/browser/live/job-standing";
import { useAccountId } from "#lib/browser/session/account";
import type { JobStatus } from "#lib/job-record/model";
import { isMoving, type JobStory, jobStory } from "./job-story.ts";

/** Poll interval in milliseconds: the stream does not report deliveries, and a broken connection may lose messages. */
const POLL_MS = 4_000;
const LATER_MS = 30_000;

/** Returns the milliseconds until the job is polled again; false once no change can follow. */
function pollAfter(state: JobStatus, story: JobStory): number | false {
  if (!isMoving(state, story)) return false;
  const due = story.deliveries.filter(({ status }) => status === "pending").map(({ nextAttemptAt }) => nextAttemptAt);
  const soon = due.some((at) => at === null || Date.parse(at) - Date.now() < LATER_MS);
  return soon || state === "queued" || state === "running" ? POLL_MS : LATER_MS;
}

/** Returns the standings of jobs that the stream has sent since the page was opened. */
export const useSentStandings = () => useQuery(sentStandings(useAccountId())).data;

/** Returns a job for its panel, kept fresh until no change can follow. */
export function useJob(jobId: number) {
  const sent = useSentStandings().get(jobId);
  const query = useQuery({
    ...jobDetail(useAccountId(), jobId),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      const isBehind = newestStanding(data, sent) !== data.standing;
      return isBehind ? POLL_MS : pollAfter(data.standing.state, jobStory(data));
    },
  });
  const job = query.data;
  return {
    query,
    job,
    standing: job && newestStanding(job, sent),
    story: job && jobStory(job),
  };
}

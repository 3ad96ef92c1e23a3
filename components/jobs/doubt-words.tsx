import { isUnstored } from "#lib/browser/live/needs-person";
import type { JobModel, JobStatus } from "#lib/jobs/record/model";

/** What is in doubt about a job that the EMR may hold already. */
export const doubtTitle = (job: Pick<JobModel, "waiting_reason">): string =>
  isUnstored(job)
    ? "The EMR answered, and its answer could not be stored here"
    : "The EMR may hold this already; its answer was lost";

/**
 * What a list says of a job that has not ended, in a few words: that the EMR may hold it, or which job is in its way; null
 * where it is neither. `state`: what the page shows of the job.
 */
export function standingWords(job: JobModel, state: JobStatus): string | null {
  if (state !== "queued" && state !== "running") return null;
  if (job.ambiguous) return isUnstored(job) ? "Answer not stored" : "May be held by the EMR";
  return state === "queued" && job.waiting_for !== null ? `Waits for job ${job.waiting_for}` : null;
}

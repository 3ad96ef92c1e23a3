import type { JobModel, JobStanding } from "#lib/jobs/record/model";

/** What is in doubt about a job that the EMR may hold already. */
export const doubtTitle = (doubt: JobStanding["doubt"]): string =>
  doubt === "answer_not_stored"
    ? "The EMR answered, and its answer could not be stored here"
    : "The EMR may hold this already; its answer was lost";

/**
 * What a list says of a job that has not ended, in a few words: that the EMR may hold it, or which job is in its way; null
 * if neither is the case.
 */
export function standingWords(job: JobModel, { state, doubt }: JobStanding): string | null {
  if (state !== "queued" && state !== "running") return null;
  if (doubt) return doubt === "answer_not_stored" ? "Answer not stored" : "May be held by the EMR";
  return state === "queued" && job.waiting_for !== null ? `Waits for job ${job.waiting_for}` : null;
}

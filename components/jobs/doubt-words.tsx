import type { JobModel, JobStanding } from "#lib/job-record/model";

/** Explains why it is uncertain whether the EMR holds a job's record. */
export const doubtTitle = (doubt: JobStanding["doubt"]): string =>
  doubt === "answer_not_stored"
    ? "The EMR answered, and its answer could not be stored here"
    : "The EMR may hold this already; its answer was lost";

/** Says in a few words that the EMR may hold an unfinished job's record, or which job blocks it; null for neither. */
export function standingWords(job: JobModel, { state, doubt }: JobStanding): string | null {
  if (state !== "queued" && state !== "running") return null;
  if (doubt) return doubt === "answer_not_stored" ? "Answer not stored" : "May be held by the EMR";
  return state === "queued" && job.waiting_for !== null ? `Waits for job ${job.waiting_for}` : null;
}

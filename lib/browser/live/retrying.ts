import type { JobModel, JobStatus } from "#lib/jobs/record/model";
import { needsPerson } from "./needs-person.ts";

/** True between two attempts: the last one failed for a passing reason, and the next one is to come. */
export const isRetrying = (
  job: Pick<JobModel, "status" | "attempts" | "next_attempt_at" | "ambiguous" | "waiting_for">,
  state: JobStatus,
): boolean => state === "queued" && (job.attempts > 0 || job.next_attempt_at !== null) && !needsPerson(job, state);

import type { JobModel } from "#lib/job-record/model";

/** What a job may wait for that is no attempt: `next_attempt_at` then says when a person is asked, or the EMR whether it has its login again. */
const NO_ATTEMPT: readonly JobModel["waiting_code"][] = ["login_lost", "emr_event", "log_searched"];

/** Returns the time of a job's next attempt, ISO 8601; null if it has none, or waits for something else. */
export const nextAttemptOf = ({
  next_attempt_at: at,
  waiting_code: code,
}: Pick<JobModel, "next_attempt_at" | "waiting_code">): string | null => (NO_ATTEMPT.includes(code) ? null : at);

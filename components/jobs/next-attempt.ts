import type { JobModel } from "#lib/job-record/model";

/**
 * Returns the time of a job's next attempt, ISO 8601; null if it has none, or if it waits for new credentials: the EMR is asked now
 * and then whether it takes them again, which sends nothing until an admin has given some.
 */
export const nextAttemptOf = ({
  next_attempt_at: at,
  waiting_code: code,
}: Pick<JobModel, "next_attempt_at" | "waiting_code">): string | null => (code === "login_lost" ? null : at);

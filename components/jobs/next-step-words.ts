import type { JobTypeSummary } from "#lib/browser/session/account";
import type { JobModel, JobStatus } from "#lib/job-record/model";

type Ended = Pick<JobModel, "attempts" | "retried_as" | "refused">;

/** Explains the next step after a job that failed or was cancelled. */
export function nextStepWords(
  { attempts, retried_as: retriedAs, refused }: Ended,
  state: JobStatus,
  effect: JobTypeSummary["effect"],
): string {
  const writes = effect === "writes";
  if (state === "cancelled") {
    if (!writes) return "To do it after all, use “Another one like this”.";
    const standing = attempts === 0 ? "Nothing was sent to the EMR." : "The EMR does not hold it.";
    return `${standing} To send it after all, use “Another one like this”.`;
  }
  if (retriedAs !== null) return `Job ${retriedAs} followed it and shows the outcome.`;
  if (refused) {
    return "The EMR would refuse the same again, unless something has changed there. To correct it first, use “Correct and send”.";
  }
  if (!writes) return "“Try again” starts the same once more.";
  return "“Try again” sends the same once more, and never twice. To correct it first, use “Correct and send”.";
}

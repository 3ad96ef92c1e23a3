import type { OperationSummary } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { todayIn } from "#lib/kernel/dates";
import { isUnsettled } from "./unsettled.ts";

type Sent = Pick<JobModel, "status" | "retried_as" | "request" | "created_at">;

/**
 * Returns a job's request as a similar one begins with it. A date that begins with the day at the clinic belongs to the request that
 * was sent: another one has its own, and a correction keeps the one that was not that day. Other dates are kept until they have passed.
 */
export function requestAnew(
  job: Sent,
  { beginsToday, dates }: Pick<OperationSummary, "beginsToday" | "dates">,
  timezone: string,
  now: Date = new Date(),
): Record<string, unknown> {
  const [today, day] = [todayIn(timezone, now), todayIn(timezone, new Date(job.created_at))];
  const isKept = ([name, value]: [string, unknown]) => {
    if (isUnsettled(job)) return !(beginsToday.includes(name) && value === day);
    return !beginsToday.includes(name) && !(dates.includes(name) && String(value) < today);
  };
  return Object.fromEntries(Object.entries(job.request).filter(isKept));
}

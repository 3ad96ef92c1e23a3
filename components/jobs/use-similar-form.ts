import { useQueryClient } from "@tanstack/react-query";
import { referralDetail } from "#lib/browser/api/referrals";
import type { Prefill } from "#lib/browser/drafts/opening";
import { useAside } from "#lib/browser/page/form-intent";
import { type OperationSummary, useAccount } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { todayIn } from "#lib/kernel/dates";
import { targetOf } from "./job-target.ts";

type Sent = Pick<JobModel, "job_id" | "status" | "retried_as" | "request" | "identifiers" | "created_at">;

/** Returns whether a job failed and nothing followed it: a similar request then corrects it. */
export const isUnsettled = ({ status, retried_as }: Pick<JobModel, "status" | "retried_as">): boolean =>
  status === "failed" && retried_as === null;

/** Returns a job's request without the dates that were its day: a similar request begins with its own. */
function requestAnew({ request, created_at }: Sent, beginsToday: readonly string[], timezone: string) {
  const day = todayIn(timezone, new Date(created_at));
  return Object.fromEntries(
    Object.entries(request).filter(([name, value]) => !(beginsToday.includes(name) && value === day)),
  );
}

/**
 * Returns a function that opens the form of a job's operation with what the job was sent with; a failed job that nothing
 * followed is corrected by it.
 */
export function useSimilarForm(job: Sent, { id, path, changes, beginsToday }: OperationSummary) {
  const { id: accountId, timezone } = useAccount();
  const client = useQueryClient();
  const { openForm } = useAside();
  const { identifiers } = job;
  const referralId = changes === "referral" ? identifiers.referral_id : undefined;
  return async (): Promise<void> => {
    const prefill = { ...requestAnew(job, beginsToday, timezone), ...targetOf(path, identifiers) };
    // If loading fails, the form starts with the sent values only.
    const standing: Prefill =
      referralId === undefined ? {} : await client.fetchQuery(referralDetail(accountId, referralId)).catch(() => ({}));
    openForm(id, prefill, standing, isUnsettled(job) ? job.job_id : undefined);
  };
}

import { useQueryClient } from "@tanstack/react-query";
import { referralDetail } from "#lib/browser/api/referrals";
import type { Prefill } from "#lib/browser/drafts/opening";
import { useAside } from "#lib/browser/page/form-intent";
import { type OperationSummary, useAccount } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { targetOf } from "./job-target.ts";
import { isUnsettled } from "./unsettled.ts";

type Sent = Pick<JobModel, "job_id" | "status" | "retried_as" | "request" | "identifiers" | "created_at">;

/**
 * Returns a function that opens the form of a job's operation with what the job was sent with; a failed job that nothing
 * followed is corrected by it.
 */
export function useSimilarForm(job: Sent, operation: OperationSummary) {
  const { id, path, changes } = operation;
  const { id: accountId, timezone } = useAccount();
  const client = useQueryClient();
  const { openForm } = useAside();
  const { identifiers } = job;
  const referralId = changes === "referral" ? identifiers.referral_id : undefined;
  return async (): Promise<void> => {
    const { requestAnew } = await import("./request-anew.ts");
    const prefill = { ...requestAnew(job, operation, timezone), ...targetOf(path, identifiers) };
    // If loading fails, the form starts with the sent values only.
    const standing: Prefill =
      referralId === undefined ? {} : await client.fetchQuery(referralDetail(accountId, referralId)).catch(() => ({}));
    openForm(id, prefill, standing, isUnsettled(job) ? job.job_id : undefined);
  };
}

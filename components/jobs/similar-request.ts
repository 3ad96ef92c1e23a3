import type { QueryClient } from "@tanstack/react-query";
import { presentValues } from "#lib/browser/api/present-values";
import type { Prefill } from "#lib/browser/drafts/opening";
import type { OperationSummary } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { targetOf } from "./job-target.ts";
import { requestAnew } from "./request-anew.ts";
import { isUnsettled } from "./unsettled.ts";

/** What a copy of a job's request needs of the job. */
export type Sent = Pick<JobModel, "job_id" | "status" | "retried_as" | "request" | "identifiers" | "created_at">;

interface Place {
  accountId: string;
  timezone: string;
  client: QueryClient;
}

/**
 * Returns what the form of a similar request begins with, with the values of the record that it changes, and the failed job that it
 * corrects. If the record cannot be loaded, there are the sent values only.
 */
export async function similarRequest(
  job: Sent,
  operation: OperationSummary,
  { accountId, timezone, client }: Place,
): Promise<[prefill: Prefill, standing: Prefill, corrects: number | undefined]> {
  const { identifiers } = job;
  const target = targetOf(operation.path, identifiers);
  const prefill = { ...requestAnew(job, operation, timezone), ...target };
  const { changes } = operation;
  const [id] = Object.values(target);
  const standing: Prefill =
    (changes === "referral" || changes === "patient") && id !== undefined
      ? await client.fetchQuery(presentValues(accountId, changes, id)).catch(() => ({}))
      : {};
  return [prefill, standing, isUnsettled(job) ? job.job_id : undefined];
}

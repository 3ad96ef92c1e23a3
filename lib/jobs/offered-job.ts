import type { JobDetailModel, JobModel } from "#lib/job-record/model";
import { FAILURE_CODES } from "#lib/kernel/failure-reasons";

/**
 * Returns a job as its view `booking` sees it (decisions §9): its state and its outcome in codes. What an EMR or a person of the clinic
 * has written of it, and whom the clinic tells of it, may name others.
 */
export function offeredJob(job: JobModel): JobDetailModel {
  const reasons = job.reasons.map(({ code }) => ({ code, description: FAILURE_CODES[code] }));
  return {
    ...job,
    failure_reason: job.failure_reason === null ? null : (reasons[0]?.description ?? FAILURE_CODES.emr_refused),
    reasons,
    conflicts: [],
    waiting_reason: null,
    waiting_for: null,
    warnings: [],
    timeline: [],
  };
}

import type { JobModel } from "#lib/job-record/model";

/** Returns whether a job failed and nothing followed it: a similar request then corrects it. */
export const isUnsettled = ({ status, retried_as }: Pick<JobModel, "status" | "retried_as">): boolean =>
  status === "failed" && retried_as === null;

"use client";

import type { ReactNode } from "react";
import { JobPanel } from "#components/jobs/job-panel";
import { useJob } from "#components/jobs/use-job";
import { useJobType } from "#lib/browser/session/account";

export interface JobViewProps {
  jobId: number;
  /** What stands below it. */
  children?: ReactNode;
}

/** One job's panel, live. */
export function JobView({ jobId, children }: JobViewProps) {
  const { job } = useJob(jobId);
  const jobType = useJobType(job?.type ?? "");
  return (
    <div className="flex flex-col gap-4 px-4 py-5">
      <h1 className="text-xl font-semibold">
        {jobType?.name ?? job?.type ?? "Job"} <span className="font-normal text-faint tabular-nums">{jobId}</span>
      </h1>
      <JobPanel jobId={jobId} />
      {children}
    </div>
  );
}

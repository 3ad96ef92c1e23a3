"use client";

import type { ReactNode } from "react";
import { JobPanel } from "#components/jobs/job-panel";
import { useJob } from "#components/jobs/use-job";
import { useJobType } from "#lib/browser/session/account";
import { words } from "./view-words.ts";

export interface JobViewProps {
  jobId: number;
  /** Content below the panel. */
  children?: ReactNode;
}

/** One job's live panel. */
export function JobView({ jobId, children }: JobViewProps) {
  const { job } = useJob(jobId);
  const jobType = useJobType(job?.type ?? "");
  return (
    <div className="flex flex-col gap-4 px-4 py-5">
      <h1 className="text-xl font-semibold">
        {jobType?.name ?? job?.type ?? words.job} <span className="font-normal text-faint tabular-nums">{jobId}</span>
      </h1>
      <JobPanel jobId={jobId} />
      {children}
    </div>
  );
}

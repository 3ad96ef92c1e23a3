"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { Link } from "#components/ui/link";
import { useAccountId, useJobType } from "#lib/browser/session/account";
import { JobPanel } from "./job-panel.tsx";
import { useJob } from "./use-job.tsx";
import { words } from "./words.ts";

/** Shows a job on a separate page, the target of links from elsewhere. */
export function JobPage({ jobId }: { jobId: number }) {
  const activity = `/a/${useAccountId()}/activity`;
  const router = useRouter();
  const { job } = useJob(jobId);
  const jobType = useJobType(job?.type ?? "");
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4 px-4 py-5 lg:px-6">
      <p className="flex items-center gap-1.5 text-sm">
        <ArrowLeft aria-hidden="true" className="size-4 text-faint" />
        <Link href={activity}>{words.activity}</Link>
      </p>
      <h1 className="text-xl font-semibold">
        {jobType?.name ?? job?.type ?? words.job} <span className="font-normal text-faint tabular-nums">{jobId}</span>
      </h1>
      <div className="rounded-lg border border-line bg-surface p-6 max-sm:p-4">
        <JobPanel jobId={jobId} onDone={() => router.push(activity)} />
      </div>
    </div>
  );
}

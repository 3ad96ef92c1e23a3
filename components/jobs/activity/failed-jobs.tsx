"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { countWords, Digest } from "#components/ui/digest";
import { failedJobsPath, jobList } from "#lib/browser/api/jobs";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./today-words.ts";

/** Maximum age of the listed failures, in days. */
const DAYS = 7;
const LOOKED_AT = 50;
const SHOWN = 5;

/** Loaded if a job has failed, into the height that the list keeps for a row. */
const FailedJob = dynamic(() => import("./failed-job.tsx").then((module) => module.FailedJob), {
  loading: () => <li className="min-h-14" />,
});

/** Lists the jobs that failed in the last days, for Today. A retried job is represented by its retry. */
export function FailedJobs() {
  const accountId = useAccountId();
  const [since] = useState(() => new Date(Date.now() - DAYS * 86_400_000).toISOString());
  const query = useInfiniteQuery(
    jobList(accountId, { status: "failed", retried: "false", created_after: since }, LOOKED_AT),
  );
  const failed = query.data?.pages[0]?.jobs ?? [];
  return (
    <Digest
      title={words.failedJobs}
      count={query.data ? countWords(failed.length, query.hasNextPage) : null}
      scope={words.lastDays(DAYS)}
      href={failedJobsPath(accountId)}
      all={words.allFailedJobs}
      query={query}
      nothing={words.nothingFailed(DAYS)}
      usual={1}
      rows={failed}
      first={failed.slice(0, SHOWN)}
      keyOf={({ job_id }) => job_id}
    >
      {(job, done) => <FailedJob key={job.job_id} job={job} done={done} />}
    </Digest>
  );
}

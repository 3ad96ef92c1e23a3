"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { countWords } from "#components/ui/digest";
import { Link } from "#components/ui/link";
import { IN_PROGRESS, jobList, waitingJobsPath } from "#lib/browser/api/jobs";
import { useAccountId } from "#lib/browser/session/account";

const LOOKED_AT = 20;

/** The number of jobs that wait to be sent, with a link to them; says that none does, if so. */
export function WaitingJobs() {
  const accountId = useAccountId();
  const query = useInfiniteQuery(jobList(accountId, { status: IN_PROGRESS }, LOOKED_AT));
  const jobs = query.data?.pages[0]?.jobs.filter(({ standing }) => !standing.needs_person) ?? [];
  if (jobs.length === 0) return query.isSuccess ? <>Nothing waits to be sent.</> : null;
  return (
    <Link href={waitingJobsPath(accountId)}>
      {`${countWords(jobs.length, query.hasNextPage)} ${jobs.length === 1 ? "job waits" : "jobs wait"} to be sent`}
    </Link>
  );
}

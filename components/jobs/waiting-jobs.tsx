"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#components/ui/link";
import { IN_PROGRESS, jobList, waitingJobsPath } from "#lib/browser/api/jobs";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";
import { workWords } from "./work-words.ts";

const LOOKED_AT = 20;

/** A sentence with the numbers of running jobs and of those that wait to be sent, and a link to them; says that none is, if so. */
export function WaitingJobs() {
  const accountId = useAccountId();
  const query = useInfiniteQuery(jobList(accountId, { status: IN_PROGRESS }, LOOKED_AT));
  const work = workWords(query.data?.pages[0]?.jobs ?? [], query.hasNextPage);
  if (work === null) return query.isSuccess ? words.nothingWaits : null;
  return (
    <>
      <Link href={waitingJobsPath(accountId)}>{work}</Link>.
    </>
  );
}

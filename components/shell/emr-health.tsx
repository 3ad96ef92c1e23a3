"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { Banner } from "#components/ui/banner";
import { countWords } from "#components/ui/digest";
import { Link } from "#components/ui/link";
import { useNow } from "#components/ui/use-now";
import { IN_PROGRESS, jobList } from "#lib/browser/api/jobs";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccount } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { standingOf } from "./account-words.ts";

const LOOKED_AT = 20;

/** The statuses of unfinished jobs, with links to them. */
function Waiting() {
  const { id } = useAccount();
  const query = useInfiniteQuery(jobList(id, { status: IN_PROGRESS }, LOOKED_AT));
  const jobs = query.data?.pages[0]?.jobs.filter(({ standing }) => !standing.needs_person) ?? [];
  if (jobs.length === 0) return query.isSuccess ? <>Nothing waits to be sent.</> : null;
  return (
    <Link href={`/a/${id}/activity?status=${IN_PROGRESS}`}>
      {`${countWords(jobs.length, query.hasNextPage)} ${jobs.length === 1 ? "job waits" : "jobs wait"} to be sent`}
    </Link>
  );
}

/** The state of the account's EMR on the page Today: whether it answers, the last sync, and pending jobs. */
export function EmrHealth() {
  const account = useAccount();
  const { data } = useQuery(linkedAccountState(account.id));
  const now = useNow(60_000);
  const { state, words } = standingOf(data ?? { ...account, emr_out_since: null, backlog: null }, now ?? Date.now());
  const name = emrName(account.emr_type);
  if (state === "fresh") {
    return (
      <p className="flex min-h-5 gap-1.5 text-sm text-muted" suppressHydrationWarning>
        <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
        <span>
          {name} {words}, no outage known. <Waiting />
        </span>
      </p>
    );
  }
  return state === "out" ? (
    <Banner tone="danger" title={`${name} does not answer: ${words}`}>
      Operations are stored and tried again automatically. <Waiting />
    </Banner>
  ) : (
    <Banner tone="warning" title={`${name}: ${words}`}>
      The last nightly sync was missed, so the shown records may be outdated. <Waiting />
    </Banner>
  );
}

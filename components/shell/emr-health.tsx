"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { WaitingJobs } from "#components/jobs/waiting-jobs";
import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import { Link } from "#components/ui/link";
import { useNow } from "#components/ui/use-now";
import type { BacklogModel } from "#lib/administration/linked-accounts/model";
import { accountSync } from "#lib/browser/api/account-sync";
import { failedJobsPath, waitingJobsPath } from "#lib/browser/api/jobs";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccount } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { numberLocale } from "#lib/kernel/shown-locale";
import { clockWords, isSyncDegraded, standingOf } from "./account-words.ts";
import { words } from "./words.ts";

/** Says how many jobs wait for the EMR's limit of calls, and when they will be through. */
function BacklogNotice({ backlog, now }: { backlog: BacklogModel; now: number }) {
  const { id, timezone } = useAccount();
  const { jobs, calls_per_minute: limit, through_at } = backlog;
  const calls = words.limit(limit === null ? null : limit.toLocaleString(numberLocale()));
  const waiting = words.jobsWait(jobs, jobs.toLocaleString(numberLocale()));
  return (
    <Banner
      tone="info"
      title={words.waitFor(waiting, calls)}
      action={
        <ButtonLink size="sm" aria-label={words.viewWaiting} href={waitingJobsPath(id)}>
          {words.view}
        </ButtonLink>
      }
    >
      {through_at ? `${words.throughAt(clockWords(through_at, timezone, now))} ` : null}
      {words.sentAutomatically}
    </Banner>
  );
}

const failedWords = (jobs: number) => words.jobsFailed(jobs, jobs.toLocaleString(numberLocale()));

/** The state of the account's EMR on the page Today: whether it answers, its limit, the last sync, and pending jobs. */
export function EmrHealth() {
  const account = useAccount();
  const { data } = useQuery(linkedAccountState(account.id));
  const { data: kinds = [] } = useQuery(accountSync(account.id));
  const now = useNow(60_000) ?? Date.now();
  const known = data ?? { ...account, emr_out_since: null, failed_in_outage: 0, backlog: null };
  const { state, words: standing } = standingOf(known, now);
  const name = emrName(account.emr_type);
  const backlog = known.backlog ? <BacklogNotice backlog={known.backlog} now={now} /> : null;
  if (state === "out") {
    return (
      <>
        <Banner
          tone="danger"
          title={words.doesNotAnswer(name, standing)}
          action={
            <ButtonLink size="sm" href={`/a/${account.id}/downtime`}>
              {words.downtimePacket}
            </ButtonLink>
          }
        >
          {known.failed_in_outage > 0 ? (
            <>
              <Link href={failedJobsPath(account.id)}>{failedWords(known.failed_in_outage)}</Link>
              {` ${words.retriedOnceItAnswers} `}
            </>
          ) : (
            `${words.triedForTenMinutes} `
          )}
          <WaitingJobs />
        </Banner>
        {backlog}
      </>
    );
  }
  // Banners of their own name the degraded kinds, beside which a good state would contradict them.
  if (isSyncDegraded(kinds)) return backlog;
  // The frame shows the progress of a first sync on every page.
  if (known.synced_at === null) return backlog;
  return (
    <>
      {backlog}
      {state === "fresh" ? (
        <p className="flex min-h-5 gap-1.5 text-sm text-muted" suppressHydrationWarning>
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
          <span>
            {words.noOutage(name, standing)} <WaitingJobs />
          </span>
        </p>
      ) : (
        <Banner tone="warning" title={`${name}: ${standing}`}>
          {words.syncMissed} <WaitingJobs />
        </Banner>
      )}
    </>
  );
}

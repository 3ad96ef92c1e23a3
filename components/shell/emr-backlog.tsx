"use client";

import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import type { BacklogModel } from "#lib/administration/linked-accounts/model";
import { waitingJobsPath } from "#lib/browser/api/jobs";
import { useAccount } from "#lib/browser/session/account";
import { numberLocale } from "#lib/kernel/shown-locale";
import { clockWords } from "./account-words.ts";
import { words } from "./words.ts";

/** Says how many jobs wait for the EMR's limit of calls, and when they will be through. */
export function EmrBacklog({ backlog, now }: { backlog: BacklogModel; now: number }) {
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

"use client";

import { WaitingJobs } from "#components/jobs/waiting-jobs";
import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import { Link } from "#components/ui/link";
import { failedJobsPath } from "#lib/browser/api/jobs";
import { useAccount } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { numberLocale } from "#lib/kernel/shown-locale";
import { words } from "./words.ts";

interface EmrOutProps {
  /** Number of jobs that failed for good in the outage. */
  failedJobs: number;
  /** Says since when the EMR does not answer. */
  standing: string;
}

/** Says that the account's EMR does not answer, and what becomes of the work meanwhile. */
export function EmrOut({ failedJobs, standing }: EmrOutProps) {
  const account = useAccount();
  return (
    <Banner
      tone="danger"
      title={words.doesNotAnswer(emrName(account.emr_type), standing)}
      action={
        <ButtonLink size="sm" href={`/a/${account.id}/downtime`}>
          {words.downtimePacket}
        </ButtonLink>
      }
    >
      {failedJobs > 0 ? (
        <>
          <Link href={failedJobsPath(account.id)}>
            {words.jobsFailed(failedJobs, failedJobs.toLocaleString(numberLocale()))}
          </Link>
          {` ${words.retriedOnceItAnswers} `}
        </>
      ) : (
        `${words.triedForTenMinutes} `
      )}
      <WaitingJobs />
    </Banner>
  );
}

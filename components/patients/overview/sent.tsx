"use client";

import { jobGist } from "#components/jobs/job-gist";
import { useSentStandings } from "#components/jobs/use-job";
import { useStatusName } from "#components/jobs/use-status-name";
import { Digest, DigestRow } from "#components/ui/digest";
import { JobStatus } from "#components/ui/job-status";
import { isPlainClick, Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { newestStanding } from "#lib/browser/live/job-standing";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccount, useJobTypes } from "#lib/browser/session/account";
import type { PartProps } from "./part-props.ts";
import { words } from "./words.ts";

/** Number of entries of the list. */
const SHOWN = 4;

/** Shows what was sent to the EMR for the patient, newest first. */
export function Sent({ records: { jobs }, tab }: PartProps) {
  const { id: accountId } = useAccount();
  const { openJob } = useAside();
  const statusName = useStatusName();
  const sent = useSentStandings();
  const types = useJobTypes();
  const rows = jobs.data?.pages[0]?.jobs ?? [];
  return (
    <Digest
      title={words.sentToEmr}
      count={jobs.data ? String(jobs.data.pages[0]?.total ?? rows.length) : null}
      href={tab("jobs")}
      all={words.allJobs}
      query={jobs}
      nothing={words.nothingSent}
      usual={2}
      rows={rows}
      first={rows.slice(0, SHOWN)}
      keyOf={({ job_id }) => job_id}
    >
      {(job) => {
        const { state, retrying, needs_person } = newestStanding(job, sent.get(job.job_id));
        return (
          <DigestRow
            key={job.job_id}
            title={
              <Link
                coversRow
                href={`/a/${accountId}/jobs/${job.job_id}`}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  openJob(job.job_id);
                }}
              >
                {types.find(({ id }) => id === job.type)?.name ?? job.type}
              </Link>
            }
            detail={
              <>
                <span className="first-letter:uppercase">{jobGist(job, statusName)}</span>
                {state === "failed" ? <span className="text-danger">{job.failure_reason}</span> : null}
                <span>
                  <RelativeTime at={job.created_at} />
                </span>
              </>
            }
            end={<JobStatus status={state} retrying={retrying} needsPerson={needs_person} />}
          />
        );
      }}
    </Digest>
  );
}

"use client";

import { memo } from "react";
import { Countdown } from "#components/jobs/countdown";
import { standingWords } from "#components/jobs/doubt-words";
import { jobAmount, jobGist } from "#components/jobs/job-gist";
import { PatientName } from "#components/jobs/patient-name";
import { JobStatus } from "#components/ui/job-status";
import { isPlainClick, Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { useJobType } from "#lib/browser/session/account";
import type { JobModel, JobStanding } from "#lib/jobs/record/model";
import { formatMoney } from "#lib/kernel/money";

interface ActivityRowProps {
  job: JobModel;
  standing: JobStanding;
  /** True if the row's panel is open. */
  isCurrent: boolean;
  accountId: string;
  onOpen: (jobId: number) => void;
  /** Returns the name of a visit status. */
  statusName: (code: string) => string;
}

interface GistProps {
  job: JobModel;
  standing: JobStanding;
  /** Short description of the request. */
  asked: string;
  /** Says that the EMR may hold the record, or which job blocks this one; null for neither. */
  notice: string | null;
}

/** Distinguishes the job from others of its type: its outcome, or its request and next attempt. */
function Gist({ job, standing: { state, retrying }, asked, notice }: GistProps) {
  if (state === "failed") {
    const retried = job.retried_as === null ? null : `Retried as job ${job.retried_as}`;
    const amount = jobAmount(job);
    const what = [retried, amount === null ? null : formatMoney(amount), job.failure_reason];
    return what.filter(Boolean).join(" · ") || asked;
  }
  const summary = [notice, asked].filter(Boolean).join(" · ");
  if (!retrying || !job.next_attempt_at) return summary;
  return (
    <>
      {summary ? `${summary} · ` : null}Next attempt <Countdown until={job.next_attempt_at} />
      {job.waiting_reason ? ` · ${job.waiting_reason}` : null}
    </>
  );
}

/** Shows one job of the list. Its link, the job's own page, covers the row. */
export const ActivityRow = memo(function ActivityRow(props: ActivityRowProps) {
  const { job, standing, isCurrent, accountId, onOpen, statusName } = props;
  const jobType = useJobType(job.type);
  const { state, retrying, needs_person } = standing;
  const asked = jobGist(job, statusName);
  const notice = standingWords(job, standing);
  return (
    <TableRow isCurrent={isCurrent}>
      <TableCell className="w-0 whitespace-nowrap text-faint @max-lg:hidden">{job.job_id}</TableCell>
      <TableCell className="whitespace-nowrap @max-lg:w-full @max-lg:whitespace-normal">
        <Link
          coversRow
          href={`/a/${accountId}/jobs/${job.job_id}`}
          aria-label={`${jobType?.name ?? job.type} ${job.job_id}`}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onOpen(job.job_id);
          }}
        >
          {jobType?.name ?? job.type}
        </Link>
        {asked ? (
          <span className="block max-w-64 truncate text-xs text-muted first-letter:uppercase @4xl:hidden">{asked}</span>
        ) : null}
        {job.patient_mrn ? (
          <span className="block text-xs text-faint @lg:hidden">
            <PatientName of={job} />
          </span>
        ) : null}
      </TableCell>
      <TableCell className="w-1/3 max-w-0 truncate text-muted @max-lg:hidden">
        <PatientName of={job} />
      </TableCell>
      <TableCell className="w-1/3 max-w-0 truncate text-muted first-letter:uppercase @max-4xl:hidden">
        <Gist job={job} standing={standing} asked={asked} notice={notice} />
      </TableCell>
      <TableCell className="w-0 whitespace-nowrap">
        <JobStatus status={state} retrying={retrying} needsPerson={needs_person} retried={job.retried_as !== null} />
        {notice ? <span className="block text-xs text-muted @4xl:hidden">{notice}</span> : null}
        {job.retried_as === null ? null : (
          <span className="block text-xs text-faint @4xl:hidden">Retried as {job.retried_as}</span>
        )}
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted @max-3xl:hidden">{job.actor.name}</TableCell>
      <TableCell end className="w-0 whitespace-nowrap text-muted">
        <RelativeTime at={job.created_at} />
      </TableCell>
    </TableRow>
  );
});

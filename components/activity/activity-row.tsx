"use client";

import { memo } from "react";
import { Countdown } from "#components/live/countdown";
import { PatientName } from "#components/live/patient-name";
import { JobStatus } from "#components/ui/job-status";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { useJobType } from "#lib/client/account";
import { isRetrying } from "#lib/client/retrying";
import { formatMoney } from "#lib/core/money";
import type { JobModel, JobStatus as Status } from "#lib/models/job";

interface ActivityRowProps {
  job: JobModel;
  state: Status;
  /** The row whose panel lies open. */
  isCurrent: boolean;
  accountId: string;
  onOpen: (jobId: number) => void;
}

/** Opens the panel beside the list; with a modifier key the link is the browser's, such as for a new tab. */
const isPlainClick = (event: React.MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const amountOf = ({ request }: JobModel): string | null =>
  typeof request.amount === "number" ? formatMoney(request.amount) : null;

/** What tells this job from others of its kind, in few words: what became of it, else an amount and when it is tried again. */
function Gist({ job, state, retrying }: { job: JobModel; state: Status; retrying: boolean }) {
  if (state === "failed") {
    const retried = job.retried_as === null ? null : `Retried as job ${job.retried_as}`;
    return [retried, job.failure_reason].filter(Boolean).join(" · ") || amountOf(job);
  }
  const amount = amountOf(job);
  if (!retrying || !job.next_attempt_at) return amount;
  return (
    <>
      {amount ? `${amount} · ` : null}Next attempt <Countdown until={job.next_attempt_at} />
    </>
  );
}

/** One job of the list. Its link is the job's own page and covers the row. */
export const ActivityRow = memo(function ActivityRow({ job, state, isCurrent, accountId, onOpen }: ActivityRowProps) {
  const jobType = useJobType(job.type);
  const retrying = isRetrying(job, state);
  const amount = amountOf(job);
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
        {amount ? <span className="text-muted @4xl:hidden"> {amount}</span> : null}
        {job.patient_mrn ? (
          <span className="block text-xs text-faint @lg:hidden">
            <PatientName mrn={job.patient_mrn} />
          </span>
        ) : null}
      </TableCell>
      <TableCell className="w-1/3 max-w-0 truncate text-muted @max-lg:hidden">
        {job.patient_mrn ? <PatientName mrn={job.patient_mrn} /> : null}
      </TableCell>
      <TableCell className="w-1/3 max-w-0 truncate text-muted first-letter:uppercase @max-4xl:hidden">
        <Gist job={job} state={state} retrying={retrying} />
      </TableCell>
      <TableCell className="w-0 whitespace-nowrap">
        <JobStatus status={state} retrying={retrying} />
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

"use client";

import { memo } from "react";
import { JobStatus } from "#components/ui/job-status";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { useOperation } from "#lib/client/account";
import { formatMoney } from "#lib/core/money";
import { mrnWords } from "#lib/core/mrn";
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

/** What tells this job from others of its kind, in few words: an amount, else why it failed. */
function gistOf({ request, failure_reason }: JobModel, state: Status): string | null {
  if (state === "failed" && failure_reason) return failure_reason;
  return typeof request.amount === "number" ? formatMoney(request.amount) : null;
}

/** One job of the list. Its link is the job's own page and covers the row. */
export const ActivityRow = memo(function ActivityRow({ job, state, isCurrent, accountId, onOpen }: ActivityRowProps) {
  const operation = useOperation(job.type);
  const gist = gistOf(job, state);
  return (
    <TableRow isCurrent={isCurrent}>
      <TableCell className="w-0 whitespace-nowrap text-faint @max-lg:hidden">{job.job_id}</TableCell>
      <TableCell className="min-w-32 whitespace-nowrap">
        <Link
          coversRow
          href={`/a/${accountId}/jobs/${job.job_id}`}
          aria-label={`${operation?.name ?? job.type} ${job.job_id}`}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onOpen(job.job_id);
          }}
        >
          {operation?.name ?? job.type}
        </Link>
        <span className="block text-xs text-faint @lg:hidden">
          {job.patient_mrn ? mrnWords(job.patient_mrn) : null}
        </span>
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted @max-lg:hidden">{job.patient_mrn}</TableCell>
      <TableCell className="w-1/3 max-w-0 truncate text-muted first-letter:uppercase @max-4xl:hidden">{gist}</TableCell>
      <TableCell className="w-32 whitespace-nowrap">
        <JobStatus status={state} />
      </TableCell>
      <TableCell className="whitespace-nowrap text-muted @max-3xl:hidden">{job.actor.name}</TableCell>
      <TableCell end className="w-28 whitespace-nowrap text-muted">
        <RelativeTime at={job.created_at} />
      </TableCell>
    </TableRow>
  );
});

"use client";

import { useSentStandings } from "#components/jobs/use-job";
import { JobStatus } from "#components/ui/job-status";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { useAside } from "#lib/browser/page/form-intent";
import type { JobStatus as Status } from "#lib/jobs/record/model";

interface WrittenRowProps {
  record: { job_id: number; status: Status; created_at: string };
  title: string;
  detail: string;
  rowIndex: number;
}

/** One written record; it opens its job's panel, which holds all of it. */
export function WrittenRow({ record, title, detail, rowIndex }: WrittenRowProps) {
  const { jobId, openJob } = useAside();
  const sent = useSentStandings().get(record.job_id);
  return (
    <TableRow rowIndex={rowIndex} isCurrent={record.job_id === jobId}>
      <TableCell className="h-14 w-full max-w-0 min-w-32">
        <button
          type="button"
          dir="auto"
          title={title}
          onClick={() => openJob(record.job_id)}
          className="block max-w-full truncate rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
        >
          {title}
        </button>
        <span dir="auto" className="block truncate text-muted">
          {detail}
        </span>
      </TableCell>
      <TableCell>
        <JobStatus status={sent?.state ?? record.status} />
      </TableCell>
      <TableCell end className="text-muted @max-md:hidden">
        <RelativeTime at={record.created_at} />
      </TableCell>
    </TableRow>
  );
}

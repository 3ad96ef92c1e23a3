"use client";

import { useSentStandings } from "#components/jobs/use-job";
import { words } from "#components/patients/page-words.ts";
import type { Column } from "#components/ui/data-table/column.ts";
import { JobStatus } from "#components/ui/job-status";
import { RelativeTime } from "#components/ui/relative-time";
import type { WrittenRecord } from "#lib/browser/api/written";
import { useAside } from "#lib/browser/page/form-intent";

/** A written record with its words. */
export interface ListedRecord {
  record: WrittenRecord;
  title: string;
  detail: string;
}

/** The record's title, which opens the job's panel with all fields. */
function Title({ listed: { record, title, detail } }: { listed: ListedRecord }) {
  const { openJob } = useAside();
  return (
    <>
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
    </>
  );
}

function Status({ record }: { record: WrittenRecord }) {
  const sent = useSentStandings().get(record.job_id);
  return <JobStatus status={sent?.state ?? record.status} />;
}

/** The columns of the records written for a patient. */
export const WRITTEN_COLUMNS: readonly Column<ListedRecord>[] = [
  {
    id: "title",
    title: words.what,
    always: true,
    grow: 1,
    className: "h-14",
    sort: ({ title }) => title,
    cell: (listed) => <Title listed={listed} />,
  },
  {
    id: "status",
    title: words.status,
    sort: ({ record }) => record.status,
    cell: ({ record }) => <Status record={record} />,
  },
  {
    id: "created_at",
    title: words.sent,
    end: true,
    hideBelow: "md",
    sort: ({ record }) => record.created_at,
    cell: ({ record }) => (
      <span className="text-muted">
        <RelativeTime at={record.created_at} />
      </span>
    ),
  },
];

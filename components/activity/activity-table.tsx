"use client";

import { ArrowUp } from "lucide-react";
import { useJobNews } from "#components/live/use-job";
import { Button } from "#components/ui/button";
import { Table, TableHead } from "#components/ui/table";
import { useAccountId } from "#lib/client/account";
import { useAside } from "#lib/client/form-intent";
import { rowState } from "#lib/client/receipts";
import type { JobModel } from "#lib/models/job";
import { ActivityRow } from "./activity-row.tsx";
import { useHeldJobs } from "./use-held-jobs.ts";

const COLUMNS = [
  { title: "Job", className: "@max-lg:hidden" },
  { title: "Operation" },
  { title: "Patient", className: "@max-lg:hidden" },
  { title: "Details", className: "@max-4xl:hidden" },
  { title: "Status" },
  { title: "By", className: "@max-3xl:hidden" },
  { title: "Accepted", end: true },
];

interface ActivityTableProps {
  jobs: JobModel[];
  /** Names the list: with other filters it is another one. */
  listKey: string;
}

/** The jobs, live: states change in place, and nothing moves while someone points at it. */
export function ActivityTable({ jobs, listKey }: ActivityTableProps) {
  const accountId = useAccountId();
  const news = useJobNews();
  const { jobId, openJob } = useAside();
  const { rows, waiting, hold, release } = useHeldJobs(jobs, listKey);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at the list only holds it still; nothing is operated by it
    <div
      className="relative"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) release();
      }}
    >
      {waiting > 0 ? (
        <div className="pointer-events-none absolute inset-x-0 top-9 z-10 flex justify-center">
          <Button
            size="sm"
            icon={<ArrowUp aria-hidden="true" />}
            onPress={release}
            className="pointer-events-auto shadow-float"
          >
            {waiting === 1 ? "1 new job" : `${waiting} new jobs`}
          </Button>
        </div>
      ) : null}
      <Table label="Jobs">
        <TableHead columns={COLUMNS} />
        <tbody>
          {rows.map((job) => (
            <ActivityRow
              key={job.job_id}
              job={job}
              state={rowState(job, news.get(job.job_id))}
              isCurrent={job.job_id === jobId}
              accountId={accountId}
              onOpen={openJob}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

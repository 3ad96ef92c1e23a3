"use client";

import { useSentStandings } from "#components/jobs/use-job";
import { useStatusName } from "#components/jobs/use-status-name";
import { HeldList } from "#components/ui/held-list";
import { Table, TableHead } from "#components/ui/table";
import { newestStanding } from "#lib/browser/live/job-standing";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId } from "#lib/browser/session/account";
import type { JobModel } from "#lib/jobs/record/model";
import { ActivityRow } from "./activity-row.tsx";

const COLUMNS = [
  { title: "Job", className: "@max-lg:hidden" },
  { title: "Operation" },
  { title: "Patient", className: "@max-lg:hidden" },
  { title: "Details", className: "@max-4xl:hidden" },
  { title: "Status" },
  { title: "By", className: "@max-3xl:hidden" },
  { title: "Accepted", end: true },
];

const idOf = (job: JobModel) => job.job_id;

interface ActivityTableProps {
  jobs: JobModel[];
  /** Names the list: with other filters it is another one. */
  listKey: string;
}

/** The jobs, live: states change in place, and nothing moves while someone points at it. */
export function ActivityTable({ jobs, listKey }: ActivityTableProps) {
  const accountId = useAccountId();
  const sent = useSentStandings();
  const { jobId, openJob } = useAside();
  const statusName = useStatusName();
  return (
    <HeldList rows={jobs} listKey={listKey} idOf={idOf} things={["job", "jobs"]}>
      {(rows) => (
        <Table label="Jobs">
          <TableHead columns={COLUMNS} />
          <tbody>
            {rows.map((job) => (
              <ActivityRow
                key={job.job_id}
                job={job}
                standing={newestStanding(job, sent.get(job.job_id))}
                isCurrent={job.job_id === jobId}
                accountId={accountId}
                onOpen={openJob}
                statusName={statusName}
              />
            ))}
          </tbody>
        </Table>
      )}
    </HeldList>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useStatusName } from "#components/jobs/use-status-name";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { Table, TableHead } from "#components/ui/table";
import { toReconcile } from "#lib/browser/live/to-reconcile";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId } from "#lib/browser/session/account";
import { ToReconcileRow } from "./to-reconcile-row.tsx";

const COLUMNS = [
  { title: "Record to look for in the EMR" },
  { title: "Patient", className: "@max-3xl:hidden" },
  { title: "Reason", className: "@max-3xl:hidden" },
  { title: "Accepted", className: "@max-lg:hidden" },
  { title: "Settle", end: true },
];

/** Lists the jobs whose outcome a user must check in the EMR, newest first. */
export function ToReconcilePage() {
  const query = useQuery(toReconcile(useAccountId()));
  const { jobId, openJob } = useAside();
  const statusName = useStatusName();
  const jobs = query.data ?? [];
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold">To reconcile</h1>
        <p className="max-w-prose text-muted">
          Jobs whose answer from the EMR was lost or could not be stored, so that the EMR may hold them. Look in the
          EMR, and enter here what it holds: the job then ends, and its event is sent.
        </p>
      </div>
      <ListBody
        things="jobs to reconcile"
        query={query}
        count={jobs.length}
        empty={
          <EmptyState icon={<Scale aria-hidden="true" />} title="Nothing to reconcile">
            A job is listed here if the EMR’s answer was lost and retries could not determine its outcome.
          </EmptyState>
        }
      >
        <Table label="Jobs to reconcile">
          <TableHead columns={COLUMNS} />
          <tbody>
            {jobs.map((job) => (
              <ToReconcileRow
                key={job.job_id}
                job={job}
                isCurrent={job.job_id === jobId}
                onOpen={openJob}
                statusName={statusName}
              />
            ))}
          </tbody>
        </Table>
      </ListBody>
    </div>
  );
}

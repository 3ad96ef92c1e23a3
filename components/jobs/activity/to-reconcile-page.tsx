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
  { title: "What to look for in the EMR" },
  { title: "Patient", className: "@max-3xl:hidden" },
  { title: "Reason", className: "@max-3xl:hidden" },
  { title: "Accepted", className: "@max-lg:hidden" },
  { title: "Settle", end: true },
];

/** The jobs of which only a person can find out what became of them, newest first. */
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
          What the EMR may hold although its answer never came, or could not be stored. Look there, and say here what it
          holds: each job then ends, and the one event that is true is sent.
        </p>
      </div>
      <ListBody
        things="jobs to reconcile"
        query={query}
        count={jobs.length}
        empty={
          <EmptyState icon={<Scale aria-hidden="true" />} title="Nothing to reconcile">
            A job comes here once its answer from the EMR was lost and trying again could not tell what became of it.
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

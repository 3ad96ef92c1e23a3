"use client";

import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useMemo } from "react";
import { words } from "#components/jobs/words.ts";
import { ListPage } from "#components/list-page/list-page";
import { DataTable } from "#components/ui/data-table/data-table";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { toReconcile } from "#lib/browser/live/to-reconcile";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId, useJobTypes } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { toReconcileColumns } from "./to-reconcile-columns.tsx";

const JOBS = ["job to reconcile", "jobs to reconcile"] as const;

const keyOf = ({ job_id }: JobModel) => job_id;

/** Lists the jobs whose outcome a user must check in the EMR, newest first. */
export function ToReconcilePage() {
  const query = useQuery(toReconcile(useAccountId()));
  const { jobId, openJob } = useAside();
  const types = useJobTypes();
  const jobs = query.data ?? [];
  const columns = useMemo(() => {
    const typeName = (type: string) => types.find(({ id }) => id === type)?.name ?? type;
    return toReconcileColumns({ typeName, onOpen: openJob });
  }, [types, openJob]);
  const table = useTable("to-reconcile", columns);
  return (
    <ListPage
      title={words.toReconcile}
      note={words.toReconcileNote}
      things={JOBS}
      table={table}
      query={query}
      listKey="to-reconcile"
      counted={{ loaded: query.isPending ? null : jobs.length, hasMore: false }}
      empty={
        <EmptyState icon={<Scale aria-hidden="true" />} title={words.nothingToReconcile}>
          {words.nothingToReconcileHint}
        </EmptyState>
      }
    >
      <DataTable label={words.jobsToReconcile} table={table} rows={jobs} keyOf={keyOf} current={jobId} isUneven />
    </ListPage>
  );
}

"use client";

import { useMemo } from "react";
import { useSentStandings } from "#components/jobs/use-job";
import { useStatusName } from "#components/jobs/use-status-name";
import { DataTable } from "#components/ui/data-table/data-table";
import type { Selection } from "#components/ui/data-table/selection";
import { type TableState, useTable } from "#components/ui/data-table/use-table.ts";
import { newestStanding } from "#lib/browser/live/job-standing";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId, useJobTypes } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { activityColumns, type ListedJob } from "./activity-columns.tsx";
import { words } from "./words.ts";

/** A job's name, singular and plural. */
export const JOBS = ["job", "jobs"] as const;

const keyOf = ({ job }: ListedJob) => job.job_id;

/** Returns the state of the table of jobs. */
export function useActivityTable(): TableState<ListedJob> {
  const accountId = useAccountId();
  const { openJob } = useAside();
  const statusName = useStatusName();
  const types = useJobTypes();
  const columns = useMemo(() => {
    const names = new Map(types.map(({ id, name }) => [id, name]));
    return activityColumns({ accountId, typeName: (type) => names.get(type) ?? type, statusName, onOpen: openJob });
  }, [accountId, openJob, statusName, types]);
  return useTable("jobs", columns);
}

interface ActivityTableProps {
  table: TableState<ListedJob>;
  jobs: JobModel[];
  selection?: Selection;
}

/** Shows jobs live: statuses change in place, and no row moves while the user points at the table. */
export function ActivityTable({ table, jobs, selection }: ActivityTableProps) {
  const sent = useSentStandings();
  const { jobId } = useAside();
  return (
    <DataTable
      label={words.jobs}
      table={table}
      rows={jobs.map((job) => ({ job, standing: newestStanding(job, sent.get(job.job_id)) }))}
      keyOf={keyOf}
      current={jobId}
      isUneven
      selection={selection}
    />
  );
}

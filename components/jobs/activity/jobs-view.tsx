"use client";

import { Activity } from "lucide-react";
import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { ActivityFilterBar } from "./activity-filters.tsx";
import { ActivityTable, JOBS, useActivityTable } from "./activity-table.tsx";
import { OlderJobs } from "./older-jobs.tsx";
import { useActivity, useActivityFilters } from "./use-activity.ts";

/**
 * Lists the account's jobs, live, with search and filters: Activity without the parts that concern the whole practice.
 */
export function JobsView() {
  const { filters, change, clear, filtered } = useActivityFilters();
  const { query, jobs, counted, key } = useActivity(filters);
  const table = useActivityTable();
  return (
    <div className="flex flex-col gap-4 px-4 py-5">
      <h1 className="text-xl font-semibold">Activity</h1>
      <ActivityFilterBar filters={filters} filtered={filtered} onChange={change} onClear={clear} />
      <TableBar table={table} things={JOBS} {...counted} />
      <ListBody
        things="jobs"
        query={query}
        count={jobs.length}
        onClear={filtered ? clear : undefined}
        empty={
          <EmptyState icon={<Activity aria-hidden="true" />} title="No jobs yet">
            Every operation that is sent to the EMR appears here at once.
          </EmptyState>
        }
      >
        <ActivityTable table={table} jobs={jobs} listKey={key} />
      </ListBody>
      <OlderJobs query={query} />
    </div>
  );
}

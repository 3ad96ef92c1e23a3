"use client";

import { Activity } from "lucide-react";
import { words } from "#components/jobs/words.ts";
import { DateReason } from "#components/list-page/date-reason";
import { ListPage } from "#components/list-page/list-page";
import { EmptyState } from "#components/ui/empty-state";
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
    <ListPage
      title={words.activity}
      filterBar={<ActivityFilterBar filters={filters} filtered={filtered} onChange={change} onClear={clear} />}
      things={JOBS}
      table={table}
      query={query}
      listKey={key}
      counted={counted}
      onClear={filtered ? clear : undefined}
      hint={<DateReason text={filters.q} />}
      empty={
        <EmptyState icon={<Activity aria-hidden="true" />} title={words.noJobsYet}>
          {words.noJobsHint}
        </EmptyState>
      }
      after={<OlderJobs query={query} />}
    >
      <ActivityTable table={table} jobs={jobs} />
    </ListPage>
  );
}

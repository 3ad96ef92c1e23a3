"use client";

import { Activity as ActivityIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "#components/ui/button";
import { useSelection } from "#components/ui/data-table/selection";
import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { ListBody } from "#components/ui/list-body";
import { allJobs } from "#lib/browser/api/jobs";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useAccountId, useOperations } from "#lib/browser/session/account";
import { ActivityFilterBar } from "./activity-filters.tsx";
import { ActivityTable, JOBS, useActivityTable } from "./activity-table.tsx";
import { fromJobFilters } from "./filter-names.ts";
import { OlderJobs } from "./older-jobs.tsx";
import { RetryFailed } from "./retry-failed.tsx";
import { RetrySelected } from "./retry-selected.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useActivity, useActivityFilters } from "./use-activity.ts";

const DayChart = dynamic(() => import("./day-chart.tsx").then((module) => module.DayChart), { ssr: false });

function NothingYet() {
  const account = useAccount();
  const { openForm } = useAside();
  const first = useOperations().find((operation) => canStart(account, operation));
  return (
    <EmptyState
      icon={<ActivityIcon aria-hidden="true" />}
      title="No jobs yet"
      action={
        first ? (
          <Button variant="primary" onPress={() => openForm(first.id)}>
            {first.title}
          </Button>
        ) : null
      }
    >
      Every operation that is sent to the EMR appears here at once.
    </EmptyState>
  );
}

/** Lists every job of the account, live, with search and filters. */
export function ActivityPage() {
  const { filters, change, clear, filtered } = useActivityFilters();
  const { query, jobs, counted, filters: asked, key } = useActivity(filters);
  const accountId = useAccountId();
  const table = useActivityTable();
  const selection = useSelection(key);
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">Activity</h1>
        <div className="flex flex-wrap gap-2">
          <RetryFailed filters={asked} />
          <SavedViews filters={asked} onChoose={(chosen) => change(fromJobFilters(chosen))} />
        </div>
      </div>
      <section
        aria-label="Last 24 hours"
        className="relative min-h-65 rounded-lg border border-line bg-surface p-4 sm:min-h-50.5"
      >
        <h2 className="mb-3 text-sm font-medium text-muted">Last 24 hours</h2>
        <DayChart />
      </section>
      <ActivityFilterBar filters={filters} filtered={filtered} onChange={change} onClear={clear} />
      <div className="flex flex-col gap-2">
        <TableBar
          table={table}
          things={JOBS}
          {...counted}
          selection={selection}
          bulk={<RetrySelected jobIds={[...selection.keys].map(Number)} />}
        >
          <ExportCsv
            fileName="activity.csv"
            read={async (onProgress) => ({
              rows: await allJobs(accountId, asked, onProgress),
              columns: (await import("./jobs-export.ts")).JOB_COLUMNS,
            })}
          />
        </TableBar>
        <ListBody
          things="jobs"
          query={query}
          count={jobs.length}
          onClear={filtered ? clear : undefined}
          empty={<NothingYet />}
        >
          <ActivityTable table={table} jobs={jobs} listKey={key} selection={selection} />
        </ListBody>
      </div>
      <OlderJobs query={query} />
    </div>
  );
}

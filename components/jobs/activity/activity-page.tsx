"use client";

import { Activity as ActivityIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { words } from "#components/jobs/words.ts";
import { DateReason } from "#components/list-page/date-reason";
import { ListPage } from "#components/list-page/list-page";
import { setFilters } from "#components/list-page/list-views.ts";
import { Button } from "#components/ui/button";
import { useSelection } from "#components/ui/data-table/selection";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { allJobs } from "#lib/browser/api/jobs";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useAccountId, useOperations } from "#lib/browser/session/account";
import { ActivityFilterBar } from "./activity-filters.tsx";
import { ActivityTable, JOBS, useActivityTable } from "./activity-table.tsx";
import { fromJobFilters } from "./filter-names.ts";
import { OlderJobs } from "./older-jobs.tsx";
import { RetryFailed } from "./retry-failed.tsx";
import { RetrySelected } from "./retry-selected.tsx";
import { useActivity, useActivityFilters } from "./use-activity.ts";

const DayChart = dynamic(() => import("./day-chart.tsx").then((module) => module.DayChart), { ssr: false });

function NothingYet() {
  const account = useAccount();
  const { openForm } = useAside();
  const first = useOperations().find((operation) => canStart(account, operation));
  return (
    <EmptyState
      icon={<ActivityIcon aria-hidden="true" />}
      title={words.noJobsYet}
      action={
        first ? (
          <Button variant="primary" onPress={() => openForm(first.id)}>
            {first.title}
          </Button>
        ) : null
      }
    >
      {words.noJobsHint}
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
    <ListPage
      title={words.activity}
      actions={<RetryFailed filters={asked} />}
      intro={
        <section
          aria-label={words.last24Hours}
          className="relative min-h-65 rounded-lg border border-line bg-surface p-4 sm:min-h-50.5"
        >
          <h2 className="mb-3 text-sm font-medium text-muted">{words.last24Hours}</h2>
          <DayChart />
        </section>
      }
      filterBar={<ActivityFilterBar filters={filters} filtered={filtered} onChange={change} onClear={clear} />}
      views={{ list: "jobs", filters: setFilters({ ...asked }), onChoose: (chosen) => change(fromJobFilters(chosen)) }}
      things={JOBS}
      table={table}
      query={query}
      listKey={key}
      counted={counted}
      selection={selection}
      bulk={<RetrySelected jobIds={[...selection.keys].map(Number)} />}
      exported={
        <ExportCsv
          fileName="activity.csv"
          read={async (onProgress) => ({
            rows: await allJobs(accountId, asked, onProgress),
            columns: (await import("./jobs-export.ts")).JOB_COLUMNS,
          })}
        />
      }
      onClear={filtered ? clear : undefined}
      hint={<DateReason text={filters.q} />}
      empty={<NothingYet />}
      after={<OlderJobs query={query} />}
    >
      <ActivityTable table={table} jobs={jobs} selection={selection} />
    </ListPage>
  );
}

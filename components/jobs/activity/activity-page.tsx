"use client";

import { Activity as ActivityIcon, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { TableSkeleton } from "#components/ui/table-skeleton";
import { useAside } from "#lib/browser/page/form-intent";
import { canStart, useAccount, useOperations } from "#lib/browser/session/account";
import { ActivityFilterBar } from "./activity-filters.tsx";
import { ActivityTable } from "./activity-table.tsx";
import { fromJobFilters } from "./filter-names.ts";
import { OlderJobs } from "./older-jobs.tsx";
import { RetryFailed } from "./retry-failed.tsx";
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
  const { query, jobs, filters: asked, key } = useActivity(filters);
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
      <section
        aria-label="Jobs"
        aria-busy={query.isPlaceholderData}
        className="overflow-hidden rounded-lg border border-line bg-surface"
      >
        {query.isPending ? <TableSkeleton label="Loading the jobs" /> : null}
        {query.isError && jobs.length === 0 ? (
          <ErrorState title="The jobs could not be loaded" onRetry={() => void query.refetch()}>
            {query.error.message}. Jobs that run go on.
          </ErrorState>
        ) : null}
        {query.isSuccess && jobs.length === 0 && !filtered ? <NothingYet /> : null}
        {query.isSuccess && jobs.length === 0 && filtered ? (
          <EmptyState
            icon={<SearchX aria-hidden="true" />}
            title="Nothing matches"
            action={<Button onPress={clear}>Clear the filters</Button>}
          >
            Try another name, MRN or job number.
          </EmptyState>
        ) : null}
        {jobs.length > 0 ? <ActivityTable jobs={jobs} listKey={key} /> : null}
      </section>
      <OlderJobs query={query} />
    </div>
  );
}

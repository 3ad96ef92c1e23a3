"use client";

import { BellRing } from "lucide-react";
import type { ReactNode } from "react";
import { ListPage } from "#components/list-page/list-page";
import { viewsOf } from "#components/list-page/list-views.ts";
import { DayInput } from "#components/ui/day-input";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { FilterBar } from "#components/ui/filter-bar";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSelect } from "#components/ui/filter-select";
import { allRecalls, recallList } from "#lib/browser/api/recalls";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { RECALLS, RecallsTable, useRecallsTable } from "./recalls-table.tsx";
import { words } from "./words.ts";

const FILTERS = ["status", "due_before", "patient_mrn"] as const;
const STATUSES = [
  { id: "open", name: words.open },
  { id: "closed", name: words.closed },
];

/** The page of the account's recalls by due date, with filters. */
export function RecallsPage({ patientFilter }: { patientFilter: ReactNode }) {
  const notShown = useNotShown("recalls");
  const { filters, change, clear, filtered } = useListFilters(FILTERS);
  const accountId = useAccountId();
  const table = useRecallsTable(true);
  const asked = { ...filters, ...table.asked };
  const { query, rows, more, counted, listKey } = useRows(recallList(accountId, asked));
  const field = filterFields(filters, change);
  return (
    <ListPage
      title={words.recalls}
      filterBar={
        <FilterBar label={words.filterRecalls} filtered={filtered} onClear={clear}>
          {patientFilter}
          <FilterSelect
            label={words.status}
            any={words.openAndClosed}
            options={STATUSES}
            {...field("status")}
            className="w-44 @max-md:w-full"
          />
          {/* Beside the field's own line, not in the middle of it and of what it says of its text. */}
          <span className="flex items-start gap-2 text-sm text-muted @max-md:w-full">
            <span aria-hidden="true" className="leading-8 whitespace-nowrap pointer-coarse:leading-10">
              {words.dueBefore}
            </span>
            <DayInput label={words.dueBefore} days="coming" {...field("due_before")} className="w-40 @max-md:flex-1" />
          </span>
        </FilterBar>
      }
      views={viewsOf("recalls", { filters, change }, table)}
      things={RECALLS}
      table={table}
      query={query}
      listKey={listKey}
      counted={counted}
      exported={
        <ExportCsv
          fileName="recalls.csv"
          read={async (onProgress) => ({
            rows: await allRecalls(accountId, asked, onProgress),
            columns: (await import("./recalls-export.ts")).RECALL_COLUMNS,
          })}
        />
      }
      onClear={filtered && !notShown ? clear : undefined}
      empty={
        <EmptyState icon={<BellRing aria-hidden="true" />} title={words.noRecalls} instead={notShown}>
          {words.noRecallsHint}
        </EmptyState>
      }
    >
      <RecallsTable table={table} recalls={rows} onNearEnd={more} />
    </ListPage>
  );
}

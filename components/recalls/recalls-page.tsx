"use client";

import { BellRing } from "lucide-react";
import type { ReactNode } from "react";
import { TableBar } from "#components/ui/data-table/table-bar";
import { DateField } from "#components/ui/date-field";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { FilterBar } from "#components/ui/filter-bar";
import { filterFields } from "#components/ui/filter-field.ts";
import { FilterSelect } from "#components/ui/filter-select";
import { ListBody } from "#components/ui/list-body";
import { allRecalls, recallList } from "#lib/browser/api/recalls";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { RECALLS, RecallsTable, useRecallsTable } from "./recalls-table.tsx";

const FILTERS = ["status", "due_before", "patient_mrn"] as const;
const STATUSES = [
  { id: "open", name: "Open" },
  { id: "closed", name: "Closed" },
];

/** The page of the account's recalls by due date, with filters. */
export function RecallsPage({ patientFilter }: { patientFilter: ReactNode }) {
  const notShown = useNotShown("recalls");
  const { filters, change, clear, filtered } = useListFilters(FILTERS);
  const accountId = useAccountId();
  const table = useRecallsTable(true);
  const asked = { ...filters, ...table.asked };
  const { query, rows, more, counted } = useRows(recallList(accountId, asked));
  const field = filterFields(filters, change);
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">Recalls</h1>
      <FilterBar label="Filter recalls" filtered={filtered} onClear={clear}>
        {patientFilter}
        <FilterSelect
          label="Status"
          any="Open and closed"
          options={STATUSES}
          {...field("status")}
          className="w-44 max-sm:w-full"
        />
        <span className="flex items-center gap-2 text-sm text-muted max-sm:w-full">
          <span aria-hidden="true" className="whitespace-nowrap">
            Due before
          </span>
          <DateField label="Due before" hideLabel {...field("due_before")} className="w-40 max-sm:flex-1" />
        </span>
      </FilterBar>
      <div className="flex flex-col gap-2">
        <TableBar table={table} things={RECALLS} {...counted}>
          <ExportCsv
            fileName="recalls.csv"
            read={async (onProgress) => ({
              rows: await allRecalls(accountId, asked, onProgress),
              columns: (await import("./recalls-export.ts")).RECALL_COLUMNS,
            })}
          />
        </TableBar>
        <ListBody
          things="recalls"
          query={query}
          count={rows.length}
          onClear={filtered && !notShown ? clear : undefined}
          empty={
            <EmptyState icon={<BellRing aria-hidden="true" />} title="No recalls yet" instead={notShown}>
              They appear once the account has been synced with its EMR.
            </EmptyState>
          }
        >
          <RecallsTable table={table} recalls={rows} onNearEnd={more} />
        </ListBody>
      </div>
    </div>
  );
}

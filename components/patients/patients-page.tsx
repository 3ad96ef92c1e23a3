"use client";

import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { DateReason } from "#components/list-page/date-reason";
import { ListPage } from "#components/list-page/list-page";
import { viewsOf } from "#components/list-page/list-views.ts";
import { DataTable } from "#components/ui/data-table/data-table";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { FilterBar } from "#components/ui/filter-bar";
import { FilterSearch } from "#components/ui/filter-search";
import { similarPatients } from "#lib/browser/api/patient-search";
import { allPatients, patientList } from "#lib/browser/api/patients";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { todayIn } from "#lib/kernel/dates";
import { type ListedPatient, patientsColumns } from "./patients-columns.tsx";
import { words } from "./words.ts";

const NewPatientButton = dynamic(() => import("./new-patient-button.tsx").then((module) => module.NewPatientButton), {
  ssr: false,
});

const FILTERS = ["q"] as const;
const PATIENTS = ["patient", "patients"] as const;

const keyOf = ({ ehr_id }: ListedPatient) => ehr_id;

/** Lists the practice's patients, with a search by name, MRN, phone or birth date; those of a similar name follow. */
export function PatientsPage() {
  const notShown = useNotShown("patients");
  const { id: accountId, timezone } = useAccount();
  const { filters, change, clear, filtered } = useListFilters(FILTERS);
  const today = todayIn(timezone);
  const table = useTable(
    "patients",
    useMemo(() => patientsColumns(accountId, today), [accountId, today]),
  );
  const { query, rows, more, counted, listKey } = useRows(patientList(accountId, filters.q, table.asked.sort));
  const { data: found, isPlaceholderData } = useQuery(similarPatients(accountId, filters.q, counted.total));
  // Those of the search before are not similar to this one.
  const similar = filters.q === "" || isPlaceholderData || query.isPlaceholderData ? [] : (found?.patients ?? []);
  const all: ListedPatient[] = [...rows, ...similar];
  return (
    <ListPage
      title={words.patients}
      actions={<NewPatientButton typed={filters.q} />}
      filterBar={
        <FilterBar label={words.searchPatients} filtered={filtered} onClear={clear}>
          <FilterSearch
            label={words.searchPatients}
            placeholder={words.searchBy}
            value={filters.q}
            onChange={(q) => change({ q })}
            className="w-80 @max-md:w-full"
          />
        </FilterBar>
      }
      views={viewsOf("patients", { filters, change }, table)}
      things={PATIENTS}
      table={table}
      query={query}
      listKey={listKey}
      counted={similar.length > 0 ? { loaded: all.length, hasMore: found?.isCut ?? false } : counted}
      exported={
        <ExportCsv
          fileName="patients.csv"
          read={async (onProgress) => ({
            rows: await allPatients(accountId, filters.q, table.asked.sort, onProgress),
            columns: (await import("./patients-export.ts")).PATIENT_COLUMNS,
          })}
        />
      }
      onClear={filtered && !notShown ? clear : undefined}
      hint={<DateReason text={filters.q} />}
      empty={
        <EmptyState icon={<Users aria-hidden="true" />} title={words.noPatients} instead={notShown}>
          {words.noPatientsHint}
        </EmptyState>
      }
    >
      <DataTable label={words.patients} table={table} rows={all} keyOf={keyOf} onNearEnd={more} />
    </ListPage>
  );
}

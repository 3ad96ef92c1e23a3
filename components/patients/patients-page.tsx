"use client";

import { Users } from "lucide-react";
import { useMemo } from "react";
import { DataTable } from "#components/ui/data-table/data-table";
import { TableBar } from "#components/ui/data-table/table-bar";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { FilterBar } from "#components/ui/filter-bar";
import { FilterSearch } from "#components/ui/filter-search";
import { ListBody } from "#components/ui/list-body";
import { allPatients, patientList } from "#lib/browser/api/patients";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { todayIn } from "#lib/kernel/dates";
import type { PatientModel } from "#lib/resources/patients/model";
import { patientsColumns } from "./patients-columns.tsx";

const FILTERS = ["q"] as const;
const PATIENTS = ["patient", "patients"] as const;

const keyOf = ({ ehr_id }: PatientModel) => ehr_id;

/** Lists the practice's patients, with a search by name, MRN, phone or birth date. */
export function PatientsPage() {
  const notShown = useNotShown("patients");
  const { id: accountId, timezone } = useAccount();
  const { filters, change, clear, filtered } = useListFilters(FILTERS);
  const today = todayIn(timezone);
  const table = useTable(
    "patients",
    useMemo(() => patientsColumns(accountId, today), [accountId, today]),
  );
  const { query, rows, more, counted } = useRows(patientList(accountId, filters.q, table.asked.sort));
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">Patients</h1>
      <FilterBar label="Search patients" filtered={filtered} onClear={clear}>
        <FilterSearch
          label="Search patients"
          placeholder="Name, MRN, phone or birth date"
          value={filters.q}
          onChange={(q) => change({ q })}
          className="w-80 max-sm:w-full"
        />
      </FilterBar>
      <div className="flex flex-col gap-2">
        <TableBar table={table} things={PATIENTS} {...counted}>
          <ExportCsv
            fileName="patients.csv"
            read={async (onProgress) => ({
              rows: await allPatients(accountId, filters.q, table.asked.sort, onProgress),
              columns: (await import("./patients-export.ts")).PATIENT_COLUMNS,
            })}
          />
        </TableBar>
        <ListBody
          things="patients"
          query={query}
          count={rows.length}
          onClear={filtered && !notShown ? clear : undefined}
          empty={
            <EmptyState icon={<Users aria-hidden="true" />} title="No patients yet" instead={notShown}>
              They appear once the account has been synced with its EMR.
            </EmptyState>
          }
        >
          <DataTable label="Patients" table={table} rows={rows} keyOf={keyOf} onNearEnd={more} />
        </ListBody>
      </div>
    </div>
  );
}

"use client";

import { Users } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state";
import { FilterSearch } from "#components/ui/filter-search";
import { Link } from "#components/ui/link";
import { ListBody } from "#components/ui/list-body";
import { LongTable } from "#components/ui/long-table";
import { TableCell, TableRow } from "#components/ui/table";
import { formatDate } from "#components/ui/time-words";
import { patientList } from "#lib/browser/api/patients";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";

const FILTERS = ["q"] as const;

const COLUMNS = [
  { title: "Patient" },
  { title: "MRN", className: "@max-md:hidden" },
  { title: "Born", end: true },
  { title: "Gender", className: "@max-2xl:hidden" },
  { title: "Phone", end: true, className: "@max-lg:hidden" },
];

/** Lists the practice's patients, with a search by name, MRN, phone or birth date. */
export function PatientsPage() {
  const accountId = useAccountId();
  const { filters, change, clear, filtered } = useListFilters(FILTERS);
  const { query, rows, more } = useRows(patientList(accountId, filters.q));
  const notShown = useNotShown("patients");
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <h1 className="text-xl font-semibold">Patients</h1>
      <search aria-label="Search patients">
        <FilterSearch
          label="Search patients"
          placeholder="Name, MRN, phone or birth date"
          value={filters.q}
          onChange={(q) => change({ q })}
          className="w-80 max-sm:w-full"
        />
      </search>
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
        <LongTable label="Patients" columns={COLUMNS} rows={rows} onNearEnd={more}>
          {(patient, rowIndex) => (
            <TableRow key={patient.ehr_id} rowIndex={rowIndex}>
              <TableCell className="w-full max-w-0 truncate">
                <Link coversRow href={`/a/${accountId}/patients/${encodeURIComponent(patient.mrn)}`}>
                  {patient.last_name}, {patient.first_name}
                </Link>
              </TableCell>
              <TableCell className="text-muted @max-md:hidden">{patient.mrn}</TableCell>
              <TableCell end className="text-muted">
                {patient.dob === null ? <span className="text-faint">unknown</span> : formatDate(patient.dob)}
              </TableCell>
              <TableCell className="text-muted @max-2xl:hidden">{patient.gender}</TableCell>
              <TableCell end className="text-muted @max-lg:hidden">
                {patient.phone}
              </TableCell>
            </TableRow>
          )}
        </LongTable>
      </ListBody>
    </div>
  );
}

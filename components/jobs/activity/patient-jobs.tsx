"use client";

import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { ActivityTable, JOBS, useActivityTable } from "./activity-table.tsx";
import { NO_FILTERS } from "./filter-names.ts";
import { OlderJobs } from "./older-jobs.tsx";
import { useActivity } from "./use-activity.ts";
import { words } from "./words.ts";

/** Lists a patient's jobs, live, for the patient's page. */
export function PatientJobs({ mrn }: { mrn: string }) {
  const { query, jobs, counted, key } = useActivity({ ...NO_FILTERS, patient: mrn });
  const table = useActivityTable();
  return (
    <>
      <TableBar table={table} things={JOBS} {...counted} />
      <ListBody
        things="jobs"
        query={query}
        count={jobs.length}
        listKey={key}
        empty={<EmptyState title={words.nothingSent} />}
      >
        <ActivityTable table={table} jobs={jobs} />
      </ListBody>
      <OlderJobs query={query} />
    </>
  );
}

"use client";

import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { ActivityTable } from "./activity-table.tsx";
import { NO_FILTERS } from "./filter-names.ts";
import { useActivity } from "./use-activity.ts";

/** Lists a patient's jobs, live, for the patient's page. */
export function PatientJobs({ mrn }: { mrn: string }) {
  const { query, jobs, key } = useActivity({ ...NO_FILTERS, patient: mrn });
  return (
    <ListBody
      things="jobs"
      query={query}
      count={jobs.length}
      empty={<EmptyState title="Nothing was sent to the EMR for this patient yet" />}
    >
      <ActivityTable jobs={jobs} listKey={key} />
    </ListBody>
  );
}

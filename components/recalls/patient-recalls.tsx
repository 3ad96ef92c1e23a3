"use client";

import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { recallList } from "#lib/browser/api/recalls";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { RecallsTable } from "./recalls-table.tsx";

/** One patient's recalls on the patient's page. */
export function PatientRecalls({ mrn }: { mrn: string }) {
  const { query, rows, more } = useRows(recallList(useAccountId(), { patient_mrn: mrn }));
  const notShown = useNotShown("recalls");
  return (
    <ListBody
      things="recalls"
      query={query}
      count={rows.length}
      empty={<EmptyState title="No recalls" instead={notShown} />}
    >
      <RecallsTable recalls={rows} withPatient={false} onNearEnd={more} />
    </ListBody>
  );
}

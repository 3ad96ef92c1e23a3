"use client";

import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { recallList } from "#lib/browser/api/recalls";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { RECALLS, RecallsTable, useRecallsTable } from "./recalls-table.tsx";
import { words } from "./words.ts";

/** One patient's recalls on the patient's page. */
export function PatientRecalls({ mrn }: { mrn: string }) {
  const notShown = useNotShown("recalls");
  const table = useRecallsTable(false);
  const { query, rows, more, counted, listKey } = useRows(
    recallList(useAccountId(), { patient_mrn: mrn, ...table.asked }),
  );
  return (
    <>
      <TableBar table={table} things={RECALLS} {...counted} />
      <ListBody
        things="recalls"
        query={query}
        listKey={listKey}
        count={rows.length}
        empty={<EmptyState title={words.noRecallsOfPatient} instead={notShown} />}
      >
        <RecallsTable table={table} recalls={rows} onNearEnd={more} />
      </ListBody>
    </>
  );
}

"use client";

import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { claimList } from "#lib/browser/api/claims";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { CLAIMS, ClaimSums } from "./claim-sums.tsx";
import { ClaimsTable, useClaimsTable } from "./claims-table.tsx";
import { words } from "./words.ts";

/** One patient's claims on the patient's page. */
export function PatientClaims({ mrn }: { mrn: string }) {
  const notShown = useNotShown("claims");
  const table = useClaimsTable(false);
  const { query, rows, more, counted, totals, listKey } = useRows(
    claimList(useAccountId(), { patient_mrn: mrn, ...table.asked }),
  );
  return (
    <>
      <TableBar table={table} things={CLAIMS} {...counted} sums={<ClaimSums totals={totals} />} />
      <ListBody
        things="claims"
        query={query}
        listKey={listKey}
        count={rows.length}
        empty={<EmptyState title={words.noClaims} instead={notShown} />}
      >
        <ClaimsTable table={table} claims={rows} onNearEnd={more} />
      </ListBody>
    </>
  );
}

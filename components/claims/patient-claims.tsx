"use client";

import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { claimList } from "#lib/browser/api/claims";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { ClaimsTable } from "./claims-table.tsx";

/** One patient's claims on the patient's page. */
export function PatientClaims({ mrn }: { mrn: string }) {
  const { query, rows, more } = useRows(claimList(useAccountId(), { patient_mrn: mrn }));
  const notShown = useNotShown("claims");
  return (
    <ListBody
      things="claims"
      query={query}
      count={rows.length}
      empty={<EmptyState title="No claims" instead={notShown} />}
    >
      <ClaimsTable claims={rows} withPatient={false} onNearEnd={more} />
    </ListBody>
  );
}

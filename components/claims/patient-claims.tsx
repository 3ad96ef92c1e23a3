"use client";

import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { claimList } from "#lib/browser/api/claims";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { ClaimsTable } from "./claims-table.tsx";

/** One patient's claims, for their page. */
export function PatientClaims({ mrn }: { mrn: string }) {
  const { query, rows, more } = useRows(claimList(useAccountId(), { patient_mrn: mrn }));
  return (
    <ListBody things="claims" query={query} count={rows.length} empty={<EmptyState title="No claims" />}>
      <ClaimsTable claims={rows} withPatient={false} onNearEnd={more} />
    </ListBody>
  );
}

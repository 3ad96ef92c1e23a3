"use client";

import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { referralList } from "#lib/browser/api/referrals";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { ReferralsTable } from "./referrals-table.tsx";

/** One patient's referrals on the patient's page. */
export function PatientReferrals({ mrn }: { mrn: string }) {
  const { query, rows, more } = useRows(referralList(useAccountId(), { patient_mrn: mrn }));
  const notShown = useNotShown("referrals");
  return (
    <ListBody
      things="referrals"
      query={query}
      count={rows.length}
      empty={<EmptyState title="No referrals" instead={notShown} />}
    >
      <ReferralsTable referrals={rows} onNearEnd={more} />
    </ListBody>
  );
}

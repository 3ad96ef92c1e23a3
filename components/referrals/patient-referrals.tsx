"use client";

import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { referralList } from "#lib/browser/api/referrals";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { REFERRALS, ReferralsTable, useReferralsTable } from "./referrals-table.tsx";
import { words } from "./words.ts";

/** One patient's referrals on the patient's page. */
export function PatientReferrals({ mrn }: { mrn: string }) {
  const notShown = useNotShown("referrals");
  const table = useReferralsTable(false);
  const { query, rows, more, counted, listKey } = useRows(
    referralList(useAccountId(), { patient_mrn: mrn, ...table.asked }),
  );
  return (
    <>
      <TableBar table={table} things={REFERRALS} {...counted} />
      <ListBody
        things="referrals"
        query={query}
        listKey={listKey}
        count={rows.length}
        empty={<EmptyState title={words.noReferralsOfPatient} instead={notShown} />}
      >
        <ReferralsTable table={table} referrals={rows} onNearEnd={more} />
      </ListBody>
    </>
  );
}

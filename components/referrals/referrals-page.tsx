"use client";

import { Plus, Send } from "lucide-react";
import type { ReactNode } from "react";
import { ListPage } from "#components/list-page/list-page";
import { viewsOf } from "#components/list-page/list-views.ts";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { allReferrals, referralList } from "#lib/browser/api/referrals";
import { useAside } from "#lib/browser/page/form-intent";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { canStart, useAccount, useAccountId, useOperationAt } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { REFERRAL_FILTERS, ReferralsFilterBar } from "./referrals-filters.tsx";
import { REFERRALS, ReferralsTable, useReferralsTable } from "./referrals-table.tsx";
import { words } from "./words.ts";

/** Opens the form of a new referral, for the filtered patient if there is one. */
function NewReferral({ mrn }: { mrn: string }) {
  const account = useAccount();
  const creation = useOperationAt("referrals");
  const { openForm } = useAside();
  if (!creation || !canStart(account, creation)) return null;
  return (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => openForm(creation.id, mrn ? { patient_mrn: mrn } : undefined)}
    >
      {creation.title}
    </Button>
  );
}

/** The page of the account's referrals, newest first, with filters. */
export function ReferralsPage({ patientFilter }: { patientFilter: ReactNode }) {
  const notShown = useNotShown("referrals");
  const { filters, change, clear, filtered } = useListFilters(REFERRAL_FILTERS);
  const accountId = useAccountId();
  const table = useReferralsTable(true);
  const asked = { ...filters, ...table.asked };
  const { query, rows, more, counted, listKey } = useRows(referralList(accountId, asked));
  return (
    <ListPage
      title={words.referrals}
      actions={<NewReferral mrn={filters.patient_mrn} />}
      filterBar={
        <ReferralsFilterBar
          filters={filters}
          filtered={filtered}
          patientFilter={patientFilter}
          onChange={change}
          onClear={clear}
        />
      }
      views={viewsOf("referrals", { filters, change }, table)}
      things={REFERRALS}
      table={table}
      query={query}
      listKey={listKey}
      counted={counted}
      exported={
        <ExportCsv
          fileName="referrals.csv"
          read={async (onProgress) => ({
            rows: await allReferrals(accountId, asked, onProgress),
            columns: (await import("./referrals-export.ts")).REFERRAL_COLUMNS,
          })}
        />
      }
      onClear={filtered && !notShown ? clear : undefined}
      empty={
        <EmptyState icon={<Send aria-hidden="true" />} title={words.noReferrals} instead={notShown}>
          {words.noReferralsHint}
        </EmptyState>
      }
    >
      <ReferralsTable table={table} referrals={rows} onNearEnd={more} />
    </ListPage>
  );
}

"use client";

import { ReceiptText, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ListPage } from "#components/list-page/list-page";
import { viewsOf } from "#components/list-page/list-views.ts";
import { Button } from "#components/ui/button";
import { useSelection } from "#components/ui/data-table/selection";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { allClaims, claimList } from "#lib/browser/api/claims";
import { useAside } from "#lib/browser/page/form-intent";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { CLAIMS, ClaimSums } from "./claim-sums.tsx";
import { CLAIM_FILTERS, ClaimsFilterBar } from "./claims-filters.tsx";
import { ClaimsTable, useClaimsTable } from "./claims-table.tsx";
import { words } from "./words.ts";

const RefreshSelected = dynamic(() => import("./refresh-selected.tsx").then((module) => module.RefreshSelected), {
  ssr: false,
});

/** Opens the form that refreshes claims from the EMR, with the filtered day filled in. */
function RefreshButton({ serviceDate }: { serviceDate: string }) {
  const account = useAccount();
  const fetching = useOperationAt("claims");
  const { openForm } = useAside();
  if (!fetching) return null;
  if (!isSupported(account, fetching)) {
    return <p className="text-sm text-faint">{words.notRefreshed}</p>;
  }
  return (
    <Button
      icon={<RefreshCw aria-hidden="true" />}
      onPress={() => openForm(fetching.id, serviceDate ? { service_date: serviceDate } : undefined)}
    >
      {fetching.title}
    </Button>
  );
}

/** The page of the account's stored claims, with filters, sums, an export, and the refresh from the EMR. */
export function ClaimsPage({ patientFilter }: { patientFilter: ReactNode }) {
  const notShown = useNotShown("claims");
  const { filters, change, clear, filtered } = useListFilters(CLAIM_FILTERS);
  const account = useAccount();
  const fetching = useOperationAt("claims");
  const table = useClaimsTable(true);
  const asked = { ...filters, ...table.asked };
  const { query, rows, more, counted, totals, listKey } = useRows(claimList(account.id, asked));
  const selection = useSelection(JSON.stringify(filters));
  const { service_from: from, service_until: until } = filters;
  return (
    <ListPage
      title={words.claims}
      actions={<RefreshButton serviceDate={from === until ? from : ""} />}
      filterBar={
        <ClaimsFilterBar
          filters={filters}
          filtered={filtered}
          rows={rows}
          patientFilter={patientFilter}
          onChange={change}
          onClear={clear}
        />
      }
      views={viewsOf("claims", { filters, change }, table)}
      things={CLAIMS}
      table={table}
      query={query}
      listKey={listKey}
      counted={counted}
      sums={<ClaimSums totals={totals} />}
      selection={selection}
      bulk={<RefreshSelected numbers={[...selection.keys].map(String)} />}
      exported={
        <ExportCsv
          fileName="claims.csv"
          read={async (onProgress) => ({
            rows: await allClaims(account.id, asked, onProgress),
            columns: (await import("./claims-export.ts")).CLAIM_COLUMNS,
          })}
        />
      }
      onClear={filtered && !notShown ? clear : undefined}
      empty={
        <EmptyState icon={<ReceiptText aria-hidden="true" />} title={words.noClaims} instead={notShown}>
          {fetching && isSupported(account, fetching) ? words.noClaimsFetch : words.noClaimsRead}
        </EmptyState>
      }
    >
      <ClaimsTable table={table} claims={rows} selection={selection} onNearEnd={more} />
    </ListPage>
  );
}

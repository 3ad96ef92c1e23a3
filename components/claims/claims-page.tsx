"use client";

import { ReceiptText, RefreshCw } from "lucide-react";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { claimList } from "#lib/browser/api/claims";
import { useAside } from "#lib/browser/page/form-intent";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { CLAIM_FILTERS, ClaimsFilterBar } from "./claims-filters.tsx";
import { ClaimsTable } from "./claims-table.tsx";

/** Opens the form that refreshes claims from the EMR, with the filtered day filled in. */
function RefreshButton({ serviceDate }: { serviceDate: string }) {
  const account = useAccount();
  const fetching = useOperationAt("claims");
  const { openForm } = useAside();
  const isShown = useNotShown("claims") === null;
  if (!fetching) return null;
  if (!isSupported(account, fetching)) {
    return isShown ? (
      <p className="text-sm text-faint">This EMR’s claims cannot be refreshed from here: a sync reads them.</p>
    ) : null;
  }
  return (
    <Button
      icon={<RefreshCw aria-hidden="true" />}
      onPress={() => openForm(fetching.id, serviceDate ? { service_date: serviceDate } : undefined)}
    >
      Refresh claims
    </Button>
  );
}

/** The page of the account's stored claims, with filters and the refresh from the EMR. */
export function ClaimsPage() {
  const { filters, change, clear, filtered } = useListFilters(CLAIM_FILTERS);
  const account = useAccount();
  const fetching = useOperationAt("claims");
  const { query, rows, more } = useRows(claimList(account.id, filters));
  const notShown = useNotShown("claims");
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">Claims</h1>
        <RefreshButton serviceDate={filters.service_date} />
      </div>
      <ClaimsFilterBar filters={filters} filtered={filtered} rows={rows} onChange={change} onClear={clear} />
      <ListBody
        things="claims"
        query={query}
        count={rows.length}
        onClear={filtered && !notShown ? clear : undefined}
        empty={
          <EmptyState icon={<ReceiptText aria-hidden="true" />} title="No claims" instead={notShown}>
            {fetching && isSupported(account, fetching)
              ? "Refresh claims to fetch them from the EMR."
              : "No sync has read any from this EMR."}
          </EmptyState>
        }
      >
        <ClaimsTable claims={rows} withPatient onNearEnd={more} />
      </ListBody>
    </div>
  );
}

"use client";

import { ReceiptText, RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button";
import { useSelection } from "#components/ui/data-table/selection";
import { TableBar } from "#components/ui/data-table/table-bar";
import { EmptyState } from "#components/ui/empty-state";
import { ExportCsv } from "#components/ui/export-csv";
import { ListBody } from "#components/ui/list-body";
import { allClaims, claimList } from "#lib/browser/api/claims";
import { useAside } from "#lib/browser/page/form-intent";
import { useListFilters } from "#lib/browser/page/list-filters";
import { useRows } from "#lib/browser/page/use-rows";
import { isSupported, useAccount, useOperationAt } from "#lib/browser/session/account";
import { useNotShown } from "#lib/browser/session/no-records";
import { CLAIMS, ClaimSums } from "./claim-sums.tsx";
import { CLAIM_FILTERS, ClaimsFilterBar } from "./claims-filters.tsx";
import { ClaimsTable, useClaimsTable } from "./claims-table.tsx";

/** Maximum number of claims of one refresh (interface 8). */
const MOST_REFRESHED = 25;

/** Opens the form that refreshes claims from the EMR, with the filtered day filled in. */
function RefreshButton({ serviceDate }: { serviceDate: string }) {
  const account = useAccount();
  const fetching = useOperationAt("claims");
  const { openForm } = useAside();
  if (!fetching) return null;
  if (!isSupported(account, fetching)) {
    return (
      <p className="text-sm text-faint">
        This EMR's claims cannot be refreshed from here. A sync reads them, if the EMR shows any.
      </p>
    );
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

/** Opens the form that refreshes the selected claims. */
function RefreshSelected({ numbers }: { numbers: readonly string[] }) {
  const account = useAccount();
  const fetching = useOperationAt("claims");
  const { openForm } = useAside();
  if (!fetching || !isSupported(account, fetching)) return null;
  if (numbers.length > MOST_REFRESHED) return <p>{`At most ${MOST_REFRESHED} are refreshed at once.`}</p>;
  return (
    <Button
      size="sm"
      icon={<RefreshCw aria-hidden="true" />}
      onPress={() => openForm(fetching.id, { claim_ids: [...numbers] })}
    >
      Refresh selected
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
  const { query, rows, more, counted, totals } = useRows(claimList(account.id, asked));
  const selection = useSelection(JSON.stringify(filters));
  const { service_from: from, service_until: until } = filters;
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h1 className="text-xl font-semibold">Claims</h1>
        <RefreshButton serviceDate={from === until ? from : ""} />
      </div>
      <ClaimsFilterBar
        filters={filters}
        filtered={filtered}
        rows={rows}
        patientFilter={patientFilter}
        onChange={change}
        onClear={clear}
      />
      <div className="flex flex-col gap-2">
        <TableBar
          table={table}
          things={CLAIMS}
          {...counted}
          sums={<ClaimSums totals={totals} />}
          selection={selection}
          bulk={<RefreshSelected numbers={[...selection.keys].map(String)} />}
        >
          <ExportCsv
            fileName="claims.csv"
            read={async (onProgress) => ({
              rows: await allClaims(account.id, asked, onProgress),
              columns: (await import("./claims-export.ts")).CLAIM_COLUMNS,
            })}
          />
        </TableBar>
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
          <ClaimsTable table={table} claims={rows} selection={selection} onNearEnd={more} />
        </ListBody>
      </div>
    </div>
  );
}

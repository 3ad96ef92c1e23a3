"use client";

import { DataTable } from "#components/ui/data-table/data-table";
import { useTable } from "#components/ui/data-table/use-table.ts";
import type { FetchedClaim } from "#lib/resources/claims/model";
import { CHANGES, CLAIMS_RESULT_COLUMNS } from "./claims-result-columns.tsx";
import { words } from "./words.ts";

/** "2 new, 1 updated, 4 unchanged" */
function countWords(claims: readonly FetchedClaim[]): string {
  const counts = Object.entries(CHANGES).flatMap(([change, { word }]) => {
    const count = claims.filter((claim) => claim.change === change).length;
    return count > 0 ? [`${count} ${word.toLowerCase()}`] : [];
  });
  return counts.join(", ");
}

type FoundClaims = {
  claims: readonly FetchedClaim[];
  not_found_claim_ids: readonly string[];
};

const keyOf = ({ id }: FetchedClaim) => id;

/**
 * Shows the refreshed claims with their changes, and the claim ids that the EMR does not have. The table has no bar: the
 * sentence above counts the rows, and a panel is too narrow to choose columns.
 */
export function ClaimsResult({ result }: { result: Record<string, unknown> }) {
  const { claims, not_found_claim_ids: notFound } = result as FoundClaims;
  const table = useTable("claims-result", CLAIMS_RESULT_COLUMNS);
  return (
    <div className="flex flex-col gap-3">
      <p>{claims.length === 0 ? words.noSuchClaim : countWords(claims)}</p>
      {claims.length > 0 ? (
        <div className="max-h-96 overflow-y-auto rounded-md border border-line">
          <DataTable label={words.claims} table={table} rows={claims} keyOf={keyOf} isUneven />
        </div>
      ) : null}
      {notFound.length > 0 ? (
        <p className="text-muted">
          <span className="font-medium text-fg">{words.notFound}</span>{" "}
          <span className="break-words tabular-nums">{notFound.join(", ")}</span>
        </p>
      ) : null}
    </div>
  );
}

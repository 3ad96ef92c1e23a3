import { CirclePlus, Equal, RefreshCw } from "lucide-react";
import { type Look, StatusBadge } from "#components/ui/badge";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import { formatDate } from "#components/ui/time-words";
import { formatMoney } from "#lib/kernel/money";
import type { FetchedClaim } from "#lib/resources/claims/model";
import { words } from "./words.ts";

const CHANGES: Record<FetchedClaim["change"], Look> = {
  created: { word: words.newWord, tone: "success", icon: <CirclePlus aria-hidden="true" /> },
  updated: { word: words.updated, tone: "info", icon: <RefreshCw aria-hidden="true" /> },
  unchanged: { word: words.unchanged, tone: "neutral", icon: <Equal aria-hidden="true" /> },
};

const COLUMNS = [
  { title: words.claim },
  { title: words.status },
  { title: words.balance, end: true },
  { title: words.change },
];

/** "2 new, 1 updated, 4 unchanged" */
function countWords(claims: readonly FetchedClaim[]): string {
  const words = Object.entries(CHANGES).flatMap(([change, { word }]) => {
    const count = claims.filter((claim) => claim.change === change).length;
    return count > 0 ? [`${count} ${word.toLowerCase()}`] : [];
  });
  return words.join(", ");
}

type FoundClaims = {
  claims: readonly FetchedClaim[];
  not_found_claim_ids: readonly string[];
};

/** Shows the refreshed claims with their changes, and the claim ids that the EMR does not have. */
export function ClaimsResult({ result }: { result: Record<string, unknown> }) {
  const { claims, not_found_claim_ids: notFound } = result as FoundClaims;
  return (
    <div className="flex flex-col gap-3">
      <p>{claims.length === 0 ? "The EMR has no such claim." : countWords(claims)}</p>
      {claims.length > 0 ? (
        <div className="max-h-96 overflow-y-auto rounded-md border border-line">
          <Table label={words.claims}>
            <TableHead columns={COLUMNS} />
            <tbody>
              {claims.map(({ id, emr_claim_id, service_date, claim_status_description, balance, change }) => (
                <TableRow key={id}>
                  <TableCell className="whitespace-nowrap">
                    {emr_claim_id}
                    <span className="block text-xs text-faint">{formatDate(service_date)}</span>
                  </TableCell>
                  <TableCell className="text-muted">{claim_status_description}</TableCell>
                  <TableCell end>{formatMoney(balance)}</TableCell>
                  <TableCell>
                    <StatusBadge look={CHANGES[change]} />
                  </TableCell>
                </TableRow>
              ))}
            </tbody>
          </Table>
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

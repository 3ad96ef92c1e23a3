"use client";

import { Badge } from "#components/ui/badge";
import { Link } from "#components/ui/link";
import { LongTable } from "#components/ui/long-table";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { formatDate } from "#components/ui/time-words";
import { useAccountId } from "#lib/client/account";
import { formatMoney } from "#lib/core/money";
import type { ClaimModel } from "#lib/models/claim";

const COLUMNS = [
  { title: "Claim" },
  { title: "Service date" },
  { title: "MRN", className: "@max-lg:hidden" },
  { title: "Status", className: "@max-md:hidden" },
  { title: "Charge", end: true, className: "@max-2xl:hidden" },
  { title: "Balance", end: true },
  { title: "Changed", end: true, className: "@max-3xl:hidden" },
];

interface ClaimsTableProps {
  claims: readonly ClaimModel[];
  onNearEnd?: (() => void) | undefined;
}

/** Claims, one to a row; the patient's number leads to the patient. */
export function ClaimsTable({ claims, onNearEnd }: ClaimsTableProps) {
  const accountId = useAccountId();
  return (
    <LongTable label="Claims" columns={COLUMNS} rows={claims} onNearEnd={onNearEnd}>
      {(claim, rowIndex) => (
        <TableRow key={claim.id} rowIndex={rowIndex}>
          <TableCell className="font-medium">{claim.emr_claim_id}</TableCell>
          <TableCell className="text-muted">{formatDate(claim.service_date)}</TableCell>
          <TableCell className="@max-lg:hidden">
            <Link href={`/a/${accountId}/patients/${encodeURIComponent(claim.patient_mrn)}`}>{claim.patient_mrn}</Link>
          </TableCell>
          <TableCell className="max-w-56 @max-md:hidden">
            <Badge>
              <span className="max-w-44 truncate">{claim.claim_status_description}</span>
            </Badge>
          </TableCell>
          <TableCell end className="text-muted @max-2xl:hidden">
            {formatMoney(claim.total_charge)}
          </TableCell>
          <TableCell end>{formatMoney(claim.balance)}</TableCell>
          <TableCell end className="text-muted @max-3xl:hidden">
            <RelativeTime at={claim.updated_at} />
          </TableCell>
        </TableRow>
      )}
    </LongTable>
  );
}

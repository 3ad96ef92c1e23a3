"use client";

import dynamic from "next/dynamic";
import { parseAsString, useQueryState } from "nuqs";
import { PatientName } from "#components/jobs/patient-name";
import { Badge } from "#components/ui/badge";
import { Link } from "#components/ui/link";
import { LongTable } from "#components/ui/long-table";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { formatDate } from "#components/ui/time-words";
import { useAccountId } from "#lib/browser/session/account";
import { formatMoney } from "#lib/kernel/money";
import type { ClaimRecord } from "#lib/resources/claims/model";

const ClaimDrawer = dynamic(() => import("./claim-drawer.tsx").then((module) => module.ClaimDrawer), { ssr: false });

const COLUMNS = [
  { title: "Claim" },
  { title: "Service date", className: "@max-md:hidden" },
  { title: "Status", className: "@max-2xl:hidden" },
  { title: "Charge", end: true, className: "@max-2xl:hidden" },
  { title: "Balance", end: true },
  { title: "Changed", end: true, className: "@max-3xl:hidden" },
];
/** Where more than one patient's are listed. */
const PATIENT = { title: "Patient", className: "@max-2xl:hidden" };

interface ClaimsTableProps {
  claims: readonly ClaimRecord[];
  /** Names the patient of each: where more than one patient's are listed. */
  withPatient: boolean;
  onNearEnd?: (() => void) | undefined;
}

/** A claim's status in the EMR's words. */
function Status({ claim_status_description: words }: ClaimRecord) {
  return (
    <Badge>
      <span className="max-w-40 truncate" title={words}>
        {words}
      </span>
    </Badge>
  );
}

/** Claims, one to a row; a row opens the whole claim beside the list, and the address says which one lies open. */
export function ClaimsTable({ claims, withPatient, onNearEnd }: ClaimsTableProps) {
  const accountId = useAccountId();
  const [open, setOpen] = useQueryState("claim", parseAsString.withDefault("").withOptions({ history: "push" }));
  const columns = withPatient ? COLUMNS.toSpliced(1, 0, PATIENT) : COLUMNS;
  return (
    <>
      <LongTable label="Claims" columns={columns} rows={claims} onNearEnd={onNearEnd}>
        {(claim, rowIndex) => (
          <TableRow key={claim.id} rowIndex={rowIndex} isCurrent={claim.emr_claim_id === open}>
            <TableCell className="@max-2xl:w-full @max-2xl:max-w-0">
              <button
                type="button"
                aria-label={`Claim ${claim.emr_claim_id}`}
                onClick={() => void setOpen(claim.emr_claim_id)}
                className="rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
              >
                {claim.emr_claim_id}
              </button>
              {withPatient ? (
                <span className="block truncate text-xs leading-5 text-faint @2xl:hidden">
                  <PatientName of={claim} />
                </span>
              ) : null}
              <span className="flex h-6 items-center gap-2 text-xs text-faint @2xl:hidden">
                <Status {...claim} />
                <span className="@md:hidden">{formatDate(claim.service_date)}</span>
              </span>
            </TableCell>
            {withPatient ? (
              <TableCell className="w-full max-w-0 truncate @max-2xl:hidden">
                <span className="relative z-1">
                  <Link href={`/a/${accountId}/patients/${encodeURIComponent(claim.patient_mrn)}`}>
                    <PatientName of={claim} />
                  </Link>
                </span>
              </TableCell>
            ) : null}
            <TableCell className="text-muted @max-md:hidden">{formatDate(claim.service_date)}</TableCell>
            <TableCell className="@max-2xl:hidden">
              <Status {...claim} />
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
      {open ? <ClaimDrawer key={open} number={open} onClose={() => void setOpen(null)} /> : null}
    </>
  );
}

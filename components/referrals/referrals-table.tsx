"use client";

import { FileX, Paperclip } from "lucide-react";
import { PatientName } from "#components/jobs/patient-name";
import { Badge } from "#components/ui/badge";
import { Link } from "#components/ui/link";
import { LongTable } from "#components/ui/long-table";
import { RelativeTime } from "#components/ui/relative-time";
import { TableCell, TableRow } from "#components/ui/table";
import { useAccountId } from "#lib/browser/session/account";
import type { ReferralModel } from "#lib/resources/referrals/model";
import { Direction } from "./direction.tsx";
import { Priority } from "./priority.tsx";

const COLUMNS = [
  { title: "Reason" },
  { title: "Patient", className: "@max-2xl:hidden" },
  { title: "Priority", className: "@max-xl:hidden" },
  { title: "Status" },
  { title: "Direction", className: "@max-4xl:hidden" },
  { title: "Specialty", className: "@max-5xl:hidden" },
  { title: "Documents", end: true, className: "@max-3xl:hidden" },
  { title: "Changed", end: true, className: "@max-4xl:hidden" },
];

/** How many documents came with it; that there are none is said, since somebody has to ask for them. */
function Documents({ count }: { count: number }) {
  const Icon = count === 0 ? FileX : Paperclip;
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden="true" className="size-3.5 text-faint" />
      {count === 0 ? "None" : count}
    </span>
  );
}

interface ReferralsTableProps {
  referrals: readonly ReferralModel[];
  onNearEnd?: (() => void) | undefined;
}

/** Referrals, one to a row; each leads to its page. */
export function ReferralsTable({ referrals, onNearEnd }: ReferralsTableProps) {
  const accountId = useAccountId();
  return (
    <LongTable label="Referrals" columns={COLUMNS} rows={referrals} onNearEnd={onNearEnd}>
      {(referral, rowIndex) => (
        <TableRow key={referral.id} rowIndex={rowIndex}>
          <TableCell className="w-full max-w-0 min-w-28 truncate">
            <Link coversRow href={`/a/${accountId}/referrals/${referral.id}`} dir="auto">
              {referral.reason || "No reason given"}
            </Link>
            <span className="hidden truncate text-muted @max-2xl:block">
              <PatientName of={referral} />
            </span>
          </TableCell>
          <TableCell className="max-w-64 truncate text-muted @max-2xl:hidden">
            <PatientName of={referral} />
          </TableCell>
          <TableCell className="@max-xl:hidden">
            <Priority priority={referral.priority} />
          </TableCell>
          <TableCell>
            {referral.status ? (
              <Badge>
                <span className="max-w-36 truncate">{referral.status}</span>
              </Badge>
            ) : null}
          </TableCell>
          <TableCell className="text-muted @max-4xl:hidden">
            <Direction direction={referral.direction} />
          </TableCell>
          <TableCell className="max-w-40 truncate text-muted @max-5xl:hidden">{referral.specialty}</TableCell>
          <TableCell end className="text-muted @max-3xl:hidden">
            <Documents count={referral.document_ids.length} />
          </TableCell>
          <TableCell end className="text-muted @max-4xl:hidden">
            <RelativeTime at={referral.updated_at} />
          </TableCell>
        </TableRow>
      )}
    </LongTable>
  );
}

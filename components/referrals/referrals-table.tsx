"use client";

import { FileX, Paperclip } from "lucide-react";
import { useMemo } from "react";
import { PatientLink } from "#components/jobs/patient-link";
import { PatientName } from "#components/jobs/patient-name";
import { Badge } from "#components/ui/badge";
import type { Column } from "#components/ui/data-table/column.ts";
import { DataTable } from "#components/ui/data-table/data-table";
import { type TableState, useTable } from "#components/ui/data-table/use-table.ts";
import { Link } from "#components/ui/link";
import { MarkedName } from "#components/ui/marked-name";
import { RelativeTime } from "#components/ui/relative-time";
import { useAccountId } from "#lib/browser/session/account";
import type { ReferralModel } from "#lib/resources/referrals/model";
import { words as digestWords } from "./digest-words.ts";
import { Direction } from "./direction.tsx";
import { Priority } from "./priority.tsx";
import { words } from "./words.ts";

/** A referral's name, singular and plural. */
export const REFERRALS = ["referral", "referrals"] as const;

const keyOf = ({ id }: ReferralModel) => id;

/** Shows the number of documents, and says so if there are none, because staff must ask for them. */
function Documents({ count }: { count: number }) {
  const Icon = count === 0 ? FileX : Paperclip;
  return (
    <span className="inline-flex items-center gap-1 align-top text-muted">
      <Icon aria-hidden="true" className="size-3.5 text-faint" />
      {count === 0 ? words.none : count}
    </span>
  );
}

const patient: Column<ReferralModel> = {
  id: "patient",
  title: words.patient,
  grow: 2,
  hideBelow: "2xl",
  cell: (referral) => <PatientLink of={referral} />,
};

const rest: readonly Column<ReferralModel>[] = [
  { id: "priority", title: words.priority, hideBelow: "xl", cell: ({ priority }) => <Priority priority={priority} /> },
  {
    id: "status",
    title: words.status,
    cell: ({ status }) =>
      status ? (
        <Badge>
          <span className="max-w-36 truncate" title={status}>
            {status}
          </span>
        </Badge>
      ) : null,
  },
  {
    id: "direction",
    title: words.direction,
    hideBelow: "4xl",
    sort: "server",
    cell: ({ direction }) => (
      <span className="text-muted">
        <Direction direction={direction} />
      </span>
    ),
  },
  {
    id: "specialty",
    title: words.specialty,
    hideBelow: "5xl",
    cell: ({ specialty }) => <span className="block max-w-40 truncate text-muted">{specialty}</span>,
  },
  {
    id: "documents",
    title: words.documents,
    end: true,
    hideBelow: "3xl",
    cell: ({ document_ids }) => <Documents count={document_ids.length} />,
  },
  {
    id: "created_at",
    title: words.added,
    end: true,
    optional: true,
    hideBelow: "4xl",
    sort: "server",
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    id: "updated_at",
    title: words.changed,
    end: true,
    hideBelow: "4xl",
    sort: "server",
    cell: ({ updated_at }) => (
      <span className="text-muted">
        <RelativeTime at={updated_at} />
      </span>
    ),
  },
];

const columnsFor = (accountId: string, withPatient: boolean): readonly Column<ReferralModel>[] => [
  {
    id: "reason",
    title: words.reason,
    grow: 3,
    always: true,
    cell: (referral) => (
      <>
        <MarkedName reason={referral.set_aside}>
          <Link coversRow href={`/a/${accountId}/referrals/${referral.id}`} dir="auto" title={referral.reason}>
            {referral.reason || digestWords.noReasonGiven}
          </Link>
        </MarkedName>
        {withPatient ? (
          <span className="hidden truncate text-muted @max-2xl:block">
            <PatientName of={referral} />
          </span>
        ) : null}
      </>
    ),
  },
  ...(withPatient ? [patient] : []),
  ...rest,
];

/** Returns the state of a table of referrals; `withPatient` shows the patient of each. */
export function useReferralsTable(withPatient: boolean): TableState<ReferralModel> {
  const accountId = useAccountId();
  return useTable(
    "referrals",
    useMemo(() => columnsFor(accountId, withPatient), [accountId, withPatient]),
  );
}

interface ReferralsTableProps {
  table: TableState<ReferralModel>;
  referrals: readonly ReferralModel[];
  onNearEnd?: (() => void) | undefined;
}

/** A table of referrals, each with a link to its page. */
export function ReferralsTable({ table, referrals, onNearEnd }: ReferralsTableProps) {
  return <DataTable label={words.referrals} table={table} rows={referrals} keyOf={keyOf} onNearEnd={onNearEnd} />;
}

import { PatientLink } from "#components/jobs/patient-link";
import { PatientName } from "#components/jobs/patient-name";
import { Badge } from "#components/ui/badge";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import { SetAsideMark } from "#components/ui/set-aside-mark";
import { formatDate } from "#components/ui/time-words";
import { formatMoney } from "#lib/kernel/money";
import type { ClaimRecord } from "#lib/resources/claims/model";
import { words } from "./words.ts";

/** Shows a claim's status in the EMR's words. */
function Status({ claim_status_description: status }: ClaimRecord) {
  return (
    <Badge>
      <span className="max-w-44 truncate" title={status}>
        {status}
      </span>
    </Badge>
  );
}

const patient: Column<ClaimRecord> = {
  id: "patient",
  title: words.patient,
  grow: 3,
  hideBelow: "4xl",
  cell: (claim) => <PatientLink of={claim} />,
};

const rest: readonly Column<ClaimRecord>[] = [
  {
    id: "service_date",
    title: words.serviceDate,
    hideBelow: "md",
    sort: "server",
    cell: ({ service_date }) => formatDate(service_date),
  },
  {
    id: "claim_status_description",
    title: words.status,
    hideBelow: "2xl",
    sort: "server",
    cell: (claim) => <Status {...claim} />,
  },
  {
    id: "claim_status",
    title: words.statusCode,
    optional: true,
    hideBelow: "4xl",
    cell: (claim) => claim.claim_status,
  },
  {
    id: "total_charge",
    title: words.charge,
    end: true,
    hideBelow: "2xl",
    sort: "server",
    cell: ({ total_charge }) => formatMoney(total_charge),
  },
  { id: "balance", title: words.balance, end: true, sort: "server", cell: ({ balance }) => formatMoney(balance) },
  {
    id: "updated_at",
    title: words.changed,
    end: true,
    hideBelow: "3xl",
    sort: "server",
    cell: ({ updated_at }) => (
      <span className="text-muted">
        <RelativeTime at={updated_at} />
      </span>
    ),
  },
];

/** Returns the columns of a table of claims. `onOpen` opens a claim by its number in the EMR. */
export const claimsColumns = (
  withPatient: boolean,
  onOpen: (number: string) => void,
): readonly Column<ClaimRecord>[] => [
  {
    id: "emr_claim_id",
    title: words.claim,
    always: true,
    sort: "server",
    grow: 1,
    cell: (claim) => (
      <>
        <span className="flex items-baseline gap-2">
          <button
            type="button"
            aria-label={words.claimNumbered(claim.emr_claim_id)}
            onClick={() => onOpen(claim.emr_claim_id)}
            className="rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
          >
            {claim.emr_claim_id}
          </button>
          <span className="text-xs text-faint @md:hidden">{formatDate(claim.service_date)}</span>
          <SetAsideMark reason={claim.set_aside} />
        </span>
        {withPatient ? (
          <span className="block truncate text-xs leading-5 text-faint @4xl:hidden">
            <PatientName of={claim} />
          </span>
        ) : null}
        <span className="flex h-6 items-center @2xl:hidden">
          <Status {...claim} />
        </span>
      </>
    ),
  },
  ...(withPatient ? [patient] : []),
  ...rest,
];

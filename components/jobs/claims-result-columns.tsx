import { CirclePlus, Equal, RefreshCw } from "lucide-react";
import { type Look, StatusBadge } from "#components/ui/badge";
import type { Column } from "#components/ui/data-table/column.ts";
import { formatDate } from "#components/ui/time-words";
import { formatMoney } from "#lib/kernel/money";
import type { FetchedClaim } from "#lib/resources/claims/model";
import { words } from "./words.ts";

/** How a claim's change is shown. */
export const CHANGES: Record<FetchedClaim["change"], Look> = {
  created: { word: words.newWord, tone: "success", icon: <CirclePlus aria-hidden="true" /> },
  updated: { word: words.updated, tone: "info", icon: <RefreshCw aria-hidden="true" /> },
  unchanged: { word: words.unchanged, tone: "neutral", icon: <Equal aria-hidden="true" /> },
};

/** The columns of the table of refreshed claims. */
export const CLAIMS_RESULT_COLUMNS: readonly Column<FetchedClaim>[] = [
  {
    id: "emr_claim_id",
    title: words.claim,
    always: true,
    grow: 1,
    sort: ({ emr_claim_id }) => emr_claim_id,
    cell: ({ emr_claim_id, service_date, claim_status_description: status, balance }) => (
      <>
        {emr_claim_id}
        <span className="block truncate text-xs text-faint @max-sm:whitespace-normal" title={status}>
          {formatDate(service_date)}
          <span className="@xl:hidden">{` · ${status}`}</span>
        </span>
        <span className="block text-xs @sm:hidden">{formatMoney(balance)}</span>
      </>
    ),
  },
  {
    id: "status",
    title: words.status,
    grow: 1,
    hideBelow: "xl",
    sort: ({ claim_status_description }) => claim_status_description,
    cell: ({ claim_status_description: status }) => (
      <span className="text-muted" title={status}>
        {status}
      </span>
    ),
  },
  {
    id: "balance",
    title: words.balance,
    end: true,
    hideBelow: "sm",
    sort: ({ balance }) => Number(balance),
    cell: ({ balance }) => formatMoney(balance),
  },
  {
    id: "change",
    title: words.change,
    always: true,
    sort: ({ change }) => CHANGES[change].word,
    cell: ({ change }) => <StatusBadge look={CHANGES[change]} />,
  },
];

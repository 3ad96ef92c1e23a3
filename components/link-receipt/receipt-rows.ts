import { formatExact } from "#components/ui/time-words";
import type { ListedLinkModel } from "#lib/administration/link-tokens/model";
import { emrName } from "#lib/emr/kinds";
import { words } from "./words.ts";

/** What a receipt shows of a link by which an EMR was linked. */
export interface ReceiptContent {
  rows: readonly (readonly [label: string, value: string])[];
  /** What was agreed to, word for word. */
  agreedTo: readonly string[];
}

/** Returns what the receipt of a link shows, with times of a zone; null for an open link. */
export function receiptOf(link: ListedLinkModel, zone: string | undefined): ReceiptContent | null {
  const { agreed, linked_account: account } = link;
  if (!agreed || !account) return null;
  const written = link.writes.filter(({ operation }) => agreed.writes.includes(operation)).map(({ name }) => name);
  const rows: ReceiptContent["rows"] = [
    [words.customer, link.organization_name],
    [words.customerId, link.user_id],
    [words.askedBy, link.asked_by],
    [words.emr, emrName(account.emr_type)],
    [words.address, agreed.connected_to ?? ""],
    [words.account, account.name],
    [words.mayWrite, written.join(", ") || words.nothing],
    [words.agreedAt, formatExact(agreed.at, zone)],
    [words.number, link.id],
  ];
  return { rows: rows.filter(([, value]) => value !== ""), agreedTo: agreed.words };
}

/** Returns a receipt as plain text. */
export const receiptText = ({ rows, agreedTo }: ReceiptContent): string =>
  [
    words.title,
    "",
    ...rows.map(([label, value]) => `${label}: ${value}`),
    "",
    words.agreedTo,
    ...agreedTo.map((sentence) => `- ${sentence}`),
    "",
    words.note,
  ].join("\n");

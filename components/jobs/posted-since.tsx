"use client";

import { formatExact, formatHour } from "#components/ui/time-words";
import { writtenRecords } from "#lib/browser/api/written";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import { formatMoney } from "#lib/kernel/money";
import { postedSince } from "#lib/resources/payments/posted-since";
import { words } from "./posted-words.ts";

interface PostedSinceProps {
  mrn: string;
  /** When the balance beside it was read: ISO 8601. */
  since: string;
}

/** Says what was paid here after a patient's balance was read, which the balance does not show; nothing for none. */
export function PostedSince({ mrn, since }: PostedSinceProps) {
  const { id: accountId, timezone } = useAccount();
  const { rows } = useRows(writtenRecords(accountId, "payments", { patient_mrn: mrn }));
  const posted = postedSince(rows, since);
  if (!posted) return null;
  const { amount, payments, lastAt } = posted;
  const isToday = todayIn(timezone, new Date(lastAt)) === todayIn(timezone);
  const at = isToday ? formatHour(lastAt, timezone) : formatExact(lastAt, timezone);
  return <span className="text-fg tabular-nums">{words.posted(formatMoney(amount), payments, at)}</span>;
}

"use client";

import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#components/ui/time-words";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import type { RecallModel } from "#lib/resources/recalls/model";

/** The clinic's own day, as it was when the page was opened. */
export function useClinicDay(): string {
  const { timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  return today;
}

/** When a recall is due; that its day is over is said by word and icon, too. */
export function Due({ recall, today }: { recall: RecallModel; today: string }) {
  const isOverdue = recall.status === "open" && recall.due_date < today;
  if (!isOverdue) return <span>{recall.due_date === today ? "Due today" : `Due ${formatDate(recall.due_date)}`}</span>;
  return (
    <span className="text-warning">
      <CalendarClock aria-hidden="true" className="mr-1 inline-block size-3.5 align-[-0.125em]" />
      Overdue: {formatDate(recall.due_date)}
    </span>
  );
}

"use client";

import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#components/ui/time-words";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import type { RecallModel } from "#lib/resources/recalls/model";
import { words } from "./due-words.ts";

/** The present day at the clinic when the page was opened. */
export function useClinicDay(): string {
  const { timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  return today;
}

interface DueProps {
  recall: RecallModel;
  /** The present day at the clinic (YYYY-MM-DD). */
  today: string;
  /** True below a heading that says "Due" already. */
  isInColumn?: boolean;
}

/** Shows a recall's due date; overdue ones also by word and icon. */
export function Due({ recall, today, isInColumn = false }: DueProps) {
  const isOverdue = recall.status === "open" && recall.due_date < today;
  if (!isOverdue) {
    const day = formatDate(recall.due_date);
    return <span>{recall.due_date === today ? words.dueToday : isInColumn ? day : `${words.due} ${day}`}</span>;
  }
  return (
    <span className="text-warning">
      <CalendarClock aria-hidden="true" className="mr-1 inline-block size-3.5 align-[-0.125em]" />
      {words.overdue}: {formatDate(recall.due_date)}
    </span>
  );
}

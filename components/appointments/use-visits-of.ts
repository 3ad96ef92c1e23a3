import { useState } from "react";
import { appointmentList } from "#lib/browser/api/appointments";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { addDays, todayIn } from "#lib/kernel/dates";

/** Returns the appointments of the clinic's present or next day, by time, with the address of the whole day. */
export function useVisitsOf(day: "today" | "tomorrow") {
  const { id: accountId, timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  const date = day === "today" ? today : addDays(today, 1);
  const range = { start_date: date, end_date: date };
  return {
    ...useRows(appointmentList(accountId, { ...range, category: "appointment" })),
    date,
    href: `/a/${accountId}/appointments?${new URLSearchParams(range)}`,
  };
}

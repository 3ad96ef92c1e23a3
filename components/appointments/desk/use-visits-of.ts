import { useEffect, useState } from "react";
import { appointmentList } from "#lib/browser/api/appointments";
import { isAt } from "#lib/browser/page/desk";
import { useDesk } from "#lib/browser/page/use-desk";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccount } from "#lib/browser/session/account";
import { addDays, todayIn } from "#lib/kernel/dates";

export type DeskDay = "today" | "tomorrow";

/** Returns all appointments of the clinic's present or next day, by time, with the address of the whole day. */
export function useVisitsOf(day: DeskDay) {
  const { id: accountId, timezone } = useAccount();
  const [today] = useState(() => todayIn(timezone));
  const date = day === "today" ? today : addDays(today, 1);
  const range = { start_date: date, end_date: date };
  const visits = useRows(appointmentList(accountId, { ...range, category: "appointment" }));
  const { more } = visits;
  useEffect(() => more?.(), [more]);
  return { ...visits, date, href: `/a/${accountId}/appointments?${new URLSearchParams(range)}` };
}

/** Returns the appointments of a day that the person's desk has, beside `everybodys`. */
export function useDeskVisits(day: DeskDay) {
  const visits = useVisitsOf(day);
  const [desk] = useDesk();
  return { ...visits, everybodys: visits.rows, rows: visits.rows.filter((visit) => isAt(desk, visit)) };
}

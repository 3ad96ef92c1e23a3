import { useQueries, useQuery } from "@tanstack/react-query";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { useNow } from "#components/ui/use-now";
import { wholeAppointments } from "#lib/browser/api/appointments";
import { useAccount, useOperationAt } from "#lib/browser/session/account";
import { addDays, todayIn } from "#lib/kernel/dates";
import { type Double, doubleOf } from "./doubles-of.ts";

/** Days ahead whose visits are looked at. */
const DAYS_AHEAD = 90;
/** Most visits that are looked at, each with a request. */
const LOOKED_AT = 20;

/** The categories that take time. */
const TAKING = "appointment,schedule_block";

/**
 * Returns the double-booked visits of today or later, by time (additions §2): visits that were booked or moved here and overlap
 * another one in the EMR, also if that was booked after ours. Returns none where the EMR takes neither bookings nor moves from here.
 */
export function useDoubles(): readonly Double[] {
  const { id: accountId, timezone } = useAccount();
  const operations = [useOperationAt("open-slot"), useOperationAt("visit-move")];
  const today = todayIn(timezone);
  const doubled = useQuery({
    ...wholeAppointments(accountId, {
      start_date: today,
      end_date: addDays(today, DAYS_AHEAD),
      double_booked: "true",
    }),
    enabled: operations.some((operation) => operation !== undefined),
  });
  const visits = (doubled.data ?? []).slice(0, LOOKED_AT);
  const meanings = useMeanings();
  const now = useNow(60_000) ?? Date.now();
  const days = useQueries({
    queries: visits.map(({ provider_ehr_id, datetime }) => {
      const day = datetime.slice(0, 10);
      const query = { start_date: day, end_date: day, provider_ehr_id, category: TAKING };
      // Another day's visits must not stand for this one's.
      const { placeholderData: _, ...read } = wholeAppointments(accountId, query);
      return read;
    }),
  });
  return visits.flatMap(({ emr_appointment_id: emrAppointmentId }, index) => {
    const double = doubleOf(days[index]?.data ?? [], emrAppointmentId, { meanings, now });
    return double ? [double] : [];
  });
}

import { useQuery } from "@tanstack/react-query";
import { useMeanings } from "#components/appointments/status/use-meanings.ts";
import { statusTimes } from "#lib/browser/api/appointments";
import { useAccountId } from "#lib/browser/session/account";
import type { useVisitsOf } from "./use-visits-of.ts";

/**
 * Returns those of today's visits whose patients have arrived and are not in a room yet, the longest-waiting first, each with
 * the moment (ISO 8601) since when that is known here; `ofDay` are all given visits, in the same form. `isKept` is false while
 * no visit status means that a patient has arrived.
 */
export function useWaiting({ rows, date }: Pick<ReturnType<typeof useVisitsOf>, "rows" | "date">) {
  const meanings = useMeanings();
  const { data: times = [] } = useQuery(statusTimes(useAccountId(), date));
  const known = new Map(times.map((each) => [`${each.emr_appointment_id} ${each.status}`, each.since]));
  const ofDay = rows.map((visit) => ({
    visit,
    since: known.get(`${visit.emr_appointment_id} ${visit.status}`),
  }));
  const waiting = ofDay
    .filter(({ visit }) => meanings.of(visit.status) === "arrived")
    .sort((a, b) => (a.since ?? "").localeCompare(b.since ?? ""));
  return { waiting, ofDay, isKept: meanings.codeOf("arrived") !== undefined };
}

import type { Transaction } from "#lib/db/tenant";
import { type EmrAppointment, EmrError } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { freeStatuses, takesTime } from "./free-statuses.ts";

/** Throws a validation fault if one of these records of the EMR's schedules takes its time. */
export function refuseOthers(others: readonly EmrAppointment[], free: readonly string[]): void {
  if (others.some((record) => takesTime(record, free)))
    throw new EmrError("validation", "The time is taken in the EMR by another visit or block", { code: "overlap" });
}

/** Returns what the caller must know of other visits at a visit's time, which the EMR did not refuse. */
export async function doubleWarnings(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  visit: { emrAppointmentId: string; records: readonly EmrAppointment[]; isAllowed?: boolean },
): Promise<string[]> {
  const free = await freeStatuses(tx, linkedAccountId);
  const others = visit.records.filter(
    (record) => record.emrAppointmentId !== visit.emrAppointmentId && takesTime(record, free),
  );
  if (others.length === 0) return [];
  const how = visit.isAllowed ? "as the request allowed" : "which the EMR did not refuse: one of them must move";
  const what = others.length === 1 ? "another visit or blocked time" : `${others.length} other visits or blocked times`;
  return [`The appointment overlaps ${what} in the EMR, ${how}`];
}

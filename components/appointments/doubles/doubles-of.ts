import { categoryOf } from "#components/appointments/category-of.ts";
import type { Meanings } from "#components/appointments/status/meanings.ts";
import type { AppointmentModel } from "#lib/resources/appointments/model";

/** A visit of ours, and what is in the EMR at its time beside it. */
export interface Double {
  visit: AppointmentModel;
  others: readonly AppointmentModel[];
}

const endOf = ({ datetime, duration }: AppointmentModel): number => Date.parse(datetime) + duration * 60_000;

const overlap = (one: AppointmentModel, other: AppointmentModel): boolean =>
  Date.parse(one.datetime) < endOf(other) && Date.parse(other.datetime) < endOf(one);

const providersOf = ({ provider_ehr_id, secondary_provider_ehr_id }: AppointmentModel): string[] =>
  [provider_ehr_id, secondary_provider_ehr_id].filter(Boolean);

/**
 * Returns what overlaps the visit with this EMR id on its provider's day; null once nothing does: it or the other one was moved
 * or cancelled, or its time has passed at `now` (milliseconds).
 */
export function doubleOf(
  ofDay: readonly AppointmentModel[],
  emrAppointmentId: string,
  { meanings, now }: { meanings: Pick<Meanings, "of">; now: number },
): Double | null {
  const takesTime = (record: AppointmentModel): boolean => {
    const category = categoryOf(record);
    if (category !== "appointment") return category === "schedule_block";
    const meaning = meanings.of(record.status);
    return meaning !== "cancelled" && meaning !== "no_show";
  };
  const visit = ofDay.find((record) => record.emr_appointment_id === emrAppointmentId);
  if (!visit || !takesTime(visit) || endOf(visit) <= now) return null;
  const own = new Set(providersOf(visit));
  const others = ofDay.filter(
    (record) =>
      record.id !== visit.id &&
      takesTime(record) &&
      overlap(record, visit) &&
      providersOf(record).some((id) => own.has(id)),
  );
  return others.length > 0 ? { visit, others } : null;
}

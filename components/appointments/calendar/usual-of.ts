import { categoryOf } from "#components/appointments/category-of.ts";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { CalendarColumn } from "./calendar-columns.ts";

/** Returns the text that most of the records have; "" if none has one. */
function mostOften(records: readonly AppointmentModel[], textOf: (record: AppointmentModel) => string): string {
  const counts = new Map<string, number>();
  for (const record of records) {
    const text = textOf(record);
    if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ["", 0] as [string, number])[0];
}

/**
 * Returns the location where a provider is on a column's day, else in view, and the visit type that the provider's visits in view
 * have most often; "" for what the calendar does not show.
 */
export function usualOf(
  columns: readonly CalendarColumn[],
  { providerId, items }: CalendarColumn,
): { location: string; type: string } {
  const own = items.map(({ record }) => record);
  const inView = columns.filter((each) => each.providerId === providerId).flatMap((each) => each.items);
  const all = inView.map(({ record }) => record);
  const visits = all.filter((record) => categoryOf(record) === "appointment");
  const locationOf = (record: AppointmentModel) => record.location;
  return {
    location: mostOften(own, locationOf) || mostOften(all, locationOf),
    type: mostOften(visits, (record) => record.appointment_type),
  };
}

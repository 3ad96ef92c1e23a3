import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { CalendarColumn, CalendarItem, ProviderChoice } from "./calendar-columns.ts";
import { spansOf } from "./day-spans.ts";

const keyOf = (day: string, providerId: string) => `${day} ${providerId}`;

/**
 * Returns a column for each provider on each day with its records, in order of days. A record that lasts over midnight is in
 * the columns of each of its days.
 */
export function columnsOf(
  days: readonly string[],
  providers: readonly ProviderChoice[],
  records: readonly AppointmentModel[],
  timeZone: string,
): CalendarColumn[] {
  const items = new Map<string, CalendarItem[]>();
  for (const record of records) {
    for (const span of spansOf(record, days, timeZone)) {
      const item = { ...span, key: span.begins ? record.id : `${record.id}/${span.day}`, record };
      const key = keyOf(span.day, record.provider_ehr_id);
      const column = items.get(key);
      if (column) column.push(item);
      else items.set(key, [item]);
    }
  }
  return days.flatMap((day) =>
    providers.map(({ id, name }) => {
      const key = keyOf(day, id);
      return { key, day, providerId: id, name, items: items.get(key) ?? [] };
    }),
  );
}

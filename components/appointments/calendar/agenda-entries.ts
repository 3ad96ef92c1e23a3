import type { AppointmentModel } from "#lib/resources/appointments/model";

export type AgendaEntry = { day: string } | { record: AppointmentModel };

/**
 * Returns the records in order of time with a heading before each day (YYYY-MM-DD at the clinic, by the records'
 * offset).
 */
export function agendaEntries(records: readonly AppointmentModel[]): AgendaEntry[] {
  let last = "";
  return records.flatMap((record) => {
    const day = record.datetime.slice(0, 10);
    if (day === last) return [{ record }];
    last = day;
    return [{ day }, { record }];
  });
}

/** Returns the React key of an entry. */
export const agendaKey = (entry: AgendaEntry): string => ("day" in entry ? entry.day : entry.record.id);

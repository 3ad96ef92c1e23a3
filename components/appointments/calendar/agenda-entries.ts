import type { AppointmentModel } from "#lib/resources/appointments/model";

export type AgendaEntry = { day: string } | { record: AppointmentModel };

/** Records in order of time with a heading before each day (YYYY-MM-DD at the clinic, by the records' own offset). */
export function agendaEntries(records: readonly AppointmentModel[]): AgendaEntry[] {
  let last = "";
  return records.flatMap((record) => {
    const day = record.datetime.slice(0, 10);
    if (day === last) return [{ record }];
    last = day;
    return [{ day }, { record }];
  });
}

/** Tells the entries of an agenda apart. */
export const agendaKey = (entry: AgendaEntry): string => ("day" in entry ? entry.day : entry.record.id);

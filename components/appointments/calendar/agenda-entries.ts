import type { AppointmentModel } from "#lib/resources/appointments/model";
import { spansOf } from "./day-spans.ts";

/** A heading, or a record on one of its days (YYYY-MM-DD at the clinic). */
export type AgendaEntry = { day: string } | { day: string; record: AppointmentModel };

/**
 * Returns the records in order of time with a heading before each of `days`; one that lasts over midnight stands on each of
 * its days. Unless the records are `whole`, more of them follow in order of time: the days behind the last one's are left out.
 */
export function agendaEntries(
  records: readonly AppointmentModel[],
  days: readonly string[],
  { timeZone, whole }: { timeZone: string; whole: boolean },
): AgendaEntry[] {
  const last = records.at(-1)?.datetime.slice(0, 10) ?? "";
  const known = whole ? days : days.filter((day) => day <= last);
  const onDay = new Map<string, AppointmentModel[]>(known.map((day) => [day, []]));
  for (const record of records) for (const { day } of spansOf(record, known, timeZone)) onDay.get(day)?.push(record);
  return [...onDay].flatMap(([day, found]): AgendaEntry[] =>
    found.length === 0 ? [] : [{ day }, ...found.map((record) => ({ day, record }))],
  );
}

/** Returns the React key of an entry. */
export const agendaKey = (entry: AgendaEntry): string =>
  "record" in entry ? `${entry.day} ${entry.record.id}` : entry.day;

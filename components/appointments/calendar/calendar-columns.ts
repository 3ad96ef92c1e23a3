import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { ProviderModel } from "#lib/resources/providers/model";
import { ALL_PROVIDERS } from "./calendar-place.ts";
import { type Span, spanOf } from "./wall-clock.ts";

/** A record at its place on the clinic's clock. */
export interface CalendarItem extends Span {
  record: AppointmentModel;
}

/** One provider's day. */
export interface CalendarColumn {
  key: string;
  day: string;
  providerId: string;
  name: string;
  items: readonly CalendarItem[];
}

export interface ProviderChoice {
  id: string;
  /** "Okafor, Ada" */
  name: string;
}

const HOUR = 60;
/** The hours of a practice's usual day, in minutes after midnight: what is shown where there is nothing. */
const USUAL = { from: 8 * HOUR, until: 17 * HOUR };

const keyOf = (day: string, providerId: string) => `${day} ${providerId}`;

/** Everyone who could have a column: who is active, and who is not and has something in sight; by name. */
export function providerChoices(
  providers: readonly ProviderModel[],
  records: readonly AppointmentModel[],
): ProviderChoice[] {
  const names = new Map<string, string>();
  const busy = new Map(records.map((record) => [record.provider_ehr_id, record.provider_name]));
  for (const { ehr_id, first_name, last_name, status } of providers) {
    if (status === "active" || busy.has(ehr_id)) names.set(ehr_id, `${last_name}, ${first_name}`);
  }
  for (const [id, name] of busy) if (!names.has(id)) names.set(id, name || id || "No provider");
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * Those who have a column: the chosen ones or all, else the first `most` of those who have something in sight, or of
 * all where nobody has.
 */
export function shownProviders(
  choices: readonly ProviderChoice[],
  chosen: readonly string[],
  most: number,
  records: readonly AppointmentModel[],
): ProviderChoice[] {
  if (chosen.includes(ALL_PROVIDERS)) return [...choices];
  const found = choices.filter(({ id }) => chosen.includes(id));
  if (found.length > 0) return found;
  const busy = new Set(records.map(({ provider_ehr_id }) => provider_ehr_id));
  const working = choices.filter(({ id }) => busy.has(id));
  return (working.length > 0 ? working : choices).slice(0, most);
}

/** A column for each provider on each day, day after day, with what stands in it. */
export function columnsOf(
  days: readonly string[],
  providers: readonly ProviderChoice[],
  records: readonly AppointmentModel[],
  timeZone: string,
): CalendarColumn[] {
  const items = new Map<string, CalendarItem[]>();
  for (const record of records) {
    const span = spanOf(record, timeZone);
    const key = keyOf(span.day, record.provider_ehr_id);
    const column = items.get(key);
    if (column) column.push({ ...span, record });
    else items.set(key, [{ ...span, record }]);
  }
  return days.flatMap((day) =>
    providers.map(({ id, name }) => {
      const key = keyOf(day, id);
      return { key, day, providerId: id, name, items: items.get(key) ?? [] };
    }),
  );
}

/** The hours to draw, in minutes after midnight: the usual ones, and whole hours around all that there is. */
export function hoursOf(columns: readonly CalendarColumn[]): { from: number; until: number } {
  let { from, until } = USUAL;
  for (const { items } of columns) {
    for (const item of items) {
      from = Math.min(from, item.from);
      until = Math.max(until, item.until);
    }
  }
  return { from: Math.floor(from / HOUR) * HOUR, until: Math.ceil(until / HOUR) * HOUR };
}

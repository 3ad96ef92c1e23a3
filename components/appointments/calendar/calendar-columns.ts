import { words } from "#components/appointments/words.ts";
import { fullName } from "#lib/kernel/full-name";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { ProviderModel } from "#lib/resources/providers/model";
import { ALL_PROVIDERS } from "./calendar-place.ts";
import type { DaySpan } from "./day-spans.ts";

/** A record with its place on the clinic's clock on one of its days. */
export interface CalendarItem extends DaySpan {
  /** Unique among a record's days: the record's id, on a later day than that of its beginning with that day. */
  key: string;
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
/** A practice's usual hours in minutes after midnight; shown on empty days. */
const USUAL = { from: 8 * HOUR, until: 17 * HOUR };

/**
 * Returns the providers that can have a column: the active ones, and inactive ones with records in view. They keep the
 * order of the list, which is by last name; those that the list lacks follow.
 */
export function providerChoices(
  providers: readonly ProviderModel[],
  records: readonly AppointmentModel[],
): ProviderChoice[] {
  const names = new Map<string, string>();
  const busy = new Map(records.map((record) => [record.provider_ehr_id, record.provider_name]));
  for (const provider of providers) {
    const { ehr_id, status } = provider;
    if (status === "active" || busy.has(ehr_id)) names.set(ehr_id, fullName(provider));
  }
  for (const [id, name] of busy) if (!names.has(id)) names.set(id, name || id || words.noProvider);
  return [...names].map(([id, name]) => ({ id, name }));
}

/**
 * Returns the providers that have a column: the chosen ones or all, else the first `most` of those with records in
 * view, or of all if none has any.
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

/** A span of the clock in minutes after midnight. */
interface Hours {
  from: number;
  until: number;
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Returns the minutes after midnight of a shift's time (THH:MM:SS). */
const clockMinutes = (time: string): number => Number(time.slice(1, 3)) * HOUR + Number(time.slice(4, 6));

/** Returns the span of the providers' shifts on the days (YYYY-MM-DD); null if they have none on these days. */
export function openingOf(providers: readonly Pick<ProviderModel, "hours">[], days: readonly string[]): Hours | null {
  const names = new Set(days.map((day) => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]));
  const shifts = providers.flatMap(({ hours }) => hours).filter(({ day }) => names.has(day));
  if (shifts.length === 0) return null;
  return {
    from: Math.min(...shifts.map(({ start_time }) => clockMinutes(start_time))),
    until: Math.max(...shifts.map(({ end_time }) => clockMinutes(end_time))),
  };
}

/**
 * Returns the hours to draw in minutes after midnight: the opening hours, else the usual ones, extended to whole hours
 * around all records but those of a whole day. Where midnight cuts a record, an hour at its other end is enough: a leave of
 * a week draws no nights.
 */
export function hoursOf(columns: readonly CalendarColumn[], opening: Hours | null): Hours {
  let { from, until } = opening ?? USUAL;
  for (const { items } of columns) {
    for (const item of items) {
      const isWholeDay = item.from === 0 && item.until === 24 * HOUR;
      if (isWholeDay) continue;
      from = Math.min(from, item.begins ? item.from : Math.max(item.from, item.ends ? item.until - HOUR : from));
      until = Math.max(until, item.ends ? item.until : Math.min(item.until, item.begins ? item.from + HOUR : until));
    }
  }
  return { from: Math.floor(from / HOUR) * HOUR, until: Math.ceil(until / HOUR) * HOUR };
}

/** Minutes before the opening hours within which a visit belongs to the working day. */
const EARLY = 3 * HOUR;

/** Returns when the working day begins, in minutes after midnight: with the opening hours or an early visit before them. */
export function beginOfWork(columns: readonly CalendarColumn[], opening: Hours | null): number {
  const { from } = opening ?? USUAL;
  const early = columns.flatMap(({ items }) => items).filter((item) => item.begins && item.from >= from - EARLY);
  return Math.min(from, ...early.map((item) => item.from));
}

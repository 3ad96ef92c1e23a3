import type { CalendarColumn } from "./calendar-columns.ts";

/** A place in the calendar: the index of its column, and minutes after midnight. */
export interface GridPlace {
  column: number;
  from: number;
}

/** The part of the calendar in which a visit can be moved. */
export interface GridRoom {
  columns: number;
  hours: { from: number; until: number };
}

/** Minutes to whose multiples a visit moves. */
const STEP = 5;
/** Minutes to whose multiples a press on an empty place leads. */
const PLACE_STEP = 15;
const HOUR = 60;

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** Returns the place nearest to a point that lies in the room, on a whole step. */
export const nearestPlace = ({ column, from }: GridPlace, { columns, hours }: GridRoom): GridPlace => ({
  column: within(column, 0, columns - 1),
  from: within(Math.round(from / STEP) * STEP, hours.from, hours.until - STEP),
});

/** Returns the place to which a key moves a visit; null for other keys. */
export function placeAfter(place: GridPlace, key: string, room: GridRoom): GridPlace | null {
  const { column, from } = place;
  /** The next whole step in a direction: a visit that begins between two steps stands on one first. */
  const next = (step: 1 | -1) => (step === 1 ? Math.floor(from / STEP) + 1 : Math.ceil(from / STEP) - 1) * STEP;
  const keys: Record<string, GridPlace> = {
    ArrowDown: { column, from: next(1) },
    ArrowUp: { column, from: next(-1) },
    ArrowRight: { column: column + 1, from },
    ArrowLeft: { column: column - 1, from },
    PageDown: { column, from: from + HOUR },
    PageUp: { column, from: from - HOUR },
  };
  const to = keys[key];
  if (!to) return null;
  return {
    column: within(to.column, 0, room.columns - 1),
    from: to.from === from ? from : within(to.from, room.hours.from, room.hours.until - STEP),
  };
}

/** A span of a column in minutes after midnight. */
export interface TakenSpan {
  from: number;
  until: number;
}

type TakesTime = (record: CalendarColumn["items"][number]["record"]) => boolean;

/** Returns the spans of a column's records that a visit of this length would overlap, by their beginning. */
export function overlapsAt(
  { items }: CalendarColumn,
  { from, duration, id }: { from: number; duration: number; id: string },
  takesTime: TakesTime,
): TakenSpan[] {
  return items
    .filter(({ record }) => record.id !== id && takesTime(record))
    .filter((item) => item.from < from + duration && item.until > from)
    .map((item) => ({ from: item.from, until: item.until }))
    .sort((a, b) => a.from - b.from || a.until - b.until);
}

/** Returns when a visit may begin that is booked at a minute of an empty place: on a quarter of an hour, after what is before it. */
export function bookableFrom({ items }: CalendarColumn, minute: number, takesTime: TakesTime): number {
  const before = items.filter(({ record, until }) => until <= minute && takesTime(record)).map(({ until }) => until);
  return Math.max(Math.floor(minute / PLACE_STEP) * PLACE_STEP, ...before);
}

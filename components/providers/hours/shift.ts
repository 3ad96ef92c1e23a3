import { overlap } from "#lib/resources/providers/change-model";
import { DAYS, type ProviderHours } from "#lib/resources/providers/model";

/** A shift while it is edited. `key` stays the same through all changes. */
export interface Shift extends ProviderHours {
  key: string;
}

/** Minutes of one step when a shift is moved or resized. */
export const STEP = 15;
const LAST_MINUTE = 24 * 60 - 1;
/** Length of a new shift in minutes: a usual half-day. */
const USUAL_MINUTES = 240;

/** Returns the minutes since midnight of a time (THH:MM:SS), or NaN. */
export const minutesOf = (time: string): number => {
  const [hours = "", minutes = ""] = time.replace(/^T/, "").split(":");
  return hours === "" ? Number.NaN : Number(hours) * 60 + Number(minutes);
};

/** Returns the time (THH:MM:SS) of minutes since midnight. */
export const timeOf = (minutes: number): string =>
  `T${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`;

/** Returns "8:30 AM" for T08:30:00, or "no time". */
export function timeWords(time: string): string {
  const minutes = minutesOf(time);
  if (Number.isNaN(minutes)) return "no time";
  const hours = Math.floor(minutes / 60);
  return `${hours % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
}

/** Returns "Monday 8:00 AM to 12:00 PM". */
export const shiftWords = ({ day, start_time, end_time }: ProviderHours): string =>
  `${day} ${timeWords(start_time)} to ${timeWords(end_time)}`;

/** Converts stored hours to shifts for editing. */
export const toShifts = (hours: readonly ProviderHours[]): Shift[] =>
  hours.map((one, index) => ({ ...one, key: `stored ${index}` }));

/** Converts edited shifts to stored hours, in the order of the week. */
export const toHours = (shifts: readonly Shift[]): ProviderHours[] =>
  [...shifts].sort(inOrder).map(({ key, ...hours }) => hours);

/** Compares by day, then by time. */
export const inOrder = (one: ProviderHours, other: ProviderHours): number =>
  DAYS.indexOf(one.day) - DAYS.indexOf(other.day) || one.start_time.localeCompare(other.start_time);

/** Moves a shift by days and minutes within the week and the day; its length stays. */
export function moved(shift: Shift, days: number, minutes: number): Shift {
  const [start, end] = [minutesOf(shift.start_time), minutesOf(shift.end_time)];
  const day = DAYS[Math.min(DAYS.length - 1, Math.max(0, DAYS.indexOf(shift.day) + days))] ?? shift.day;
  const by = Math.max(-start, Math.min(LAST_MINUTE - end, minutes));
  return minutes === 0
    ? { ...shift, day }
    : { ...shift, day, start_time: timeOf(start + by), end_time: timeOf(end + by) };
}

/** Moves the end of a shift by minutes; it stays at least one step long. */
export function stretched(shift: Shift, minutes: number): Shift {
  const shortest = minutesOf(shift.start_time) + STEP;
  const end = Math.max(shortest, Math.min(LAST_MINUTE, minutesOf(shift.end_time) + minutes));
  return { ...shift, end_time: timeOf(Math.min(LAST_MINUTE, end)) };
}

/** Returns a new shift that begins near a minute of a day and ends before the next shift. */
export function newShift(
  day: Shift["day"],
  minute: number,
  facility: Pick<Shift, "facility_id" | "facility_name">,
  shifts: readonly Shift[],
): Shift {
  const start = Math.max(0, Math.min(LAST_MINUTE - STEP, Math.floor(minute / STEP) * STEP));
  const next = shifts
    .filter((other) => other.day === day && minutesOf(other.start_time) > start)
    .map(({ start_time }) => minutesOf(start_time));
  const end = Math.min(LAST_MINUTE, start + USUAL_MINUTES, ...next);
  return {
    key: crypto.randomUUID(),
    day,
    start_time: timeOf(start),
    end_time: timeOf(end),
    ...facility,
    start_date: null,
    end_date: null,
  };
}

/**
 * Returns the beginning of another shift on a day, in minutes since midnight: after the last one, else in the morning.
 */
export function roomAfter(day: Shift["day"], shifts: readonly Shift[]): number {
  const ends = shifts.filter((other) => other.day === day).map(({ end_time }) => minutesOf(end_time));
  return Math.max(...ends.filter((end) => end < 22 * 60), 9 * 60);
}

/** Returns the pairs of overlapping shifts. */
export function clashes(shifts: readonly Shift[]): [Shift, Shift][] {
  return shifts.flatMap((one, index) =>
    shifts.slice(index + 1).flatMap((other): [Shift, Shift][] => (overlap(one, other) ? [[one, other]] : [])),
  );
}

import { addDays } from "#lib/kernel/dates";
import { firstMomentOf, momentOf } from "#lib/kernel/moments";
import { DAYS, type ProviderHours } from "#lib/resources/providers/model";

/** From one moment up to another, in epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** A time in which a provider works at a place. */
export interface WorkingTime extends Span {
  locationId: string;
}

/** Returns the moments of wall clocks of a time zone, each found once. */
export function wallClockOf(timeZone: string): (day: string, clock: string) => number {
  const known = new Map<string, number>();
  return (day, clock) => {
    const local = `${day}T${clock}`;
    const found =
      known.get(local) ??
      (clock === "00:00:00" ? firstMomentOf(day, timeZone) : Date.parse(momentOf(local, timeZone) ?? ""));
    known.set(local, found);
    return found;
  };
}

const weekdayOf = (day: string) => DAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS.length];

/** Returns whether a shift is worked on a day. Its validity begins and ends with days, whatever the times in it. */
const isWorked = ({ day, start_date, end_date }: ProviderHours, on: string): boolean =>
  day === weekdayOf(on) && on >= (start_date ?? "").slice(0, 10) && (end_date === null || on <= end_date.slice(0, 10));

/** A shift cannot end at 24:00, so one that ends in the day's last minute ends with the day. */
const LAST_MINUTE = "23:59";

/** Returns spans by their beginning, those that follow each other without a pause as one. */
function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = found.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else found.push({ ...span });
  }
  return found;
}

/**
 * Returns when and where a provider works from a day to another, by the beginning: a shift up to midnight and the next day's from
 * midnight on are one time, which ends after the last day if it began before.
 */
export function workingTimes(
  hours: readonly ProviderHours[],
  { first, last }: { first: string; last: string },
  clockAt: ReturnType<typeof wallClockOf>,
): WorkingTime[] {
  const ofPlace = new Map<string, Span[]>();
  // What begins on the last day may last into the next one.
  for (let day = first; day <= addDays(last, 1); day = addDays(day, 1)) {
    for (const shift of hours) {
      if (!isWorked(shift, day)) continue;
      const [start, end] = [shift.start_time.slice(1), shift.end_time.slice(1)];
      const to = end.startsWith(LAST_MINUTE) ? clockAt(addDays(day, 1), "00:00:00") : clockAt(day, end);
      const span = { from: clockAt(day, start), to };
      if (span.from < span.to) ofPlace.set(shift.facility_id, [...(ofPlace.get(shift.facility_id) ?? []), span]);
    }
  }
  return [...ofPlace].flatMap(([locationId, spans]) => joined(spans).map((span) => ({ ...span, locationId })));
}

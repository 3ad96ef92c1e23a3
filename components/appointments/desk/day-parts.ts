import type { Meanings } from "#components/appointments/status/meanings.ts";
import type { AppointmentModel } from "#lib/resources/appointments/model";

type Visit = Pick<AppointmentModel, "datetime" | "duration" | "status">;

const MINUTE_MS = 60_000;
/** A patient may come so long after the visit's time; then nobody said what became of the visit. */
const EXPECTED_AFTER_MS = 30 * MINUTE_MS;
const SOON_MS = 120 * MINUTE_MS;

/** The visits of a day that still need the desk, each in the order of the given ones. */
export interface DayParts<Row> {
  /** Their patients are still expected by their status, though their time is long over. */
  unfinished: Row[];
  /** In a room, late, or to begin within two hours. */
  now: Row[];
  later: Row[];
}

/**
 * Returns which visits still need the desk at a moment in milliseconds. A status that is not mapped counts until the visit's
 * time is over; patients who wait have a list of their own.
 */
export function partsOfDay<Row extends Visit>(
  visits: readonly Row[],
  meanings: Pick<Meanings, "of" | "isExpected">,
  now: number,
): DayParts<Row> {
  const parts: DayParts<Row> = { unfinished: [], now: [], later: [] };
  for (const visit of visits) {
    const begin = Date.parse(visit.datetime);
    const end = begin + visit.duration * MINUTE_MS;
    const meaning = meanings.of(visit.status);
    const isExpected = meanings.isExpected(visit.status);
    if (meaning === "in_room") parts.now.push(visit);
    else if (isExpected && end + EXPECTED_AFTER_MS <= now) parts.unfinished.push(visit);
    else if (isExpected || (meaning === null && end > now)) parts[begin <= now + SOON_MS ? "now" : "later"].push(visit);
  }
  return parts;
}

/** Returns for how many minutes a visit's patient is late at a moment in milliseconds; 0 before it, and of one who is not expected. */
export const minutesLate = (
  { datetime, status }: Visit,
  { isExpected }: Pick<Meanings, "isExpected">,
  now: number,
): number => (isExpected(status) ? Math.max(0, Math.floor((now - Date.parse(datetime)) / MINUTE_MS)) : 0);

/** Most visits of the next hours at first; if there are fewer than `SHOWN`, later ones fill up to it. */
const MOST = 12;
export const SHOWN = 8;
/** Places for those who are still expected: patients in a room would otherwise fill the list. */
const EXPECTED = 8;

/** Returns the visits that the desk sees at first. */
export function firstOf<Row extends Visit>({ now, later }: DayParts<Row>, { of }: Pick<Meanings, "of">): Row[] {
  if (now.length <= MOST) return [...now, ...later.slice(0, Math.max(0, SHOWN - now.length))];
  const isInRoom = ({ status }: Row) => of(status) === "in_room";
  const inRoom = now.filter(isInRoom);
  const expected = now.filter((visit) => !isInRoom(visit)).slice(0, Math.max(EXPECTED, MOST - inRoom.length));
  const chosen = new Set([...expected, ...inRoom.slice(0, MOST - expected.length)]);
  return now.filter((visit) => chosen.has(visit));
}

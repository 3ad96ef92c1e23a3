import type { Way } from "#lib/emr/fhir/ways";
import { addDays } from "#lib/kernel/dates";

const DAY_MS = 86_400_000;

/** Days before and after today of which each reading reads the schedule. */
const NEAR = { before: 1, after: 13 };
/** Days of the whole window. */
const WINDOW = { before: 182, after: 364 };
/** The same if each day takes a search of its own. */
const WINDOW_BY_DAY = { before: 31, after: 182 };

/** Readings after which all of the window was read again. */
export const TURNS = 7;

/** Days: the first, and the one after the last, as YYYY-MM-DD. */
export interface Days {
  from: string;
  to: string;
}

/** A part of a reading: one type of resource, for each owner, for some days. */
export interface Leg {
  type: string;
  days: Days;
  /** True for the days around today, which every reading reads. */
  isNear: boolean;
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

const around = (today: string, { before, after }: typeof NEAR): Days => ({
  from: addDays(today, -before),
  to: addDays(today, after + 1),
});

/** The days around today. */
export const nearDays = (today: string): Days => around(today, NEAR);

/** The window of days in which records are read in some way. */
export const windowOf = (today: string, { days }: Pick<Way, "days">): Days =>
  around(today, days === 1 ? WINDOW_BY_DAY : WINDOW);

/** Splits days into runs that one search may have. */
function split({ from, to }: Days, most: number): Days[] {
  const runs: Days[] = [];
  for (let day = from; day < to; day = addDays(day, most)) {
    const end = addDays(day, most);
    runs.push({ from: day, to: end < to ? end : to });
  }
  return runs;
}

/**
 * Splits days into runs that begin at the same days whatever today is, so that each one keeps its turn. Returns those of a
 * turn; all for null.
 */
function aligned({ from, to }: Days, most: number, turn: number | null): Days[] {
  const first = Math.floor(dayNumber(from) / most);
  const last = Math.floor((dayNumber(to) - 1) / most);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
    .filter((run) => turn === null || run % TURNS === turn)
    .map((run) => {
      const begin = new Date(run * most * DAY_MS).toISOString().slice(0, 10);
      const end = addDays(begin, most);
      return { from: begin > from ? begin : from, to: end < to ? end : to };
    });
}

/** The days of a window that are not near: those to come from the nearest on, then those that have passed. */
function farDays(today: string, way: Way, { turn, isPast }: { turn: number | null; isPast: boolean }): Days[] {
  const [near, all, most] = [nearDays(today), windowOf(today, way), way.days ?? 1];
  const past = isPast ? aligned({ from: all.from, to: near.from }, most, turn).toReversed() : [];
  return [...aligned({ from: near.to, to: all.to }, most, turn), ...past];
}

/** Returns whether a way goes by the schedule of one practitioner after the other. */
export const isBySchedule = ({ by }: Way): boolean => by === "practitioner" || by === "schedule";

/**
 * Returns the parts of a reading, near ones first. A reading of all has the whole window (`turn` is null), a following one
 * the near days and a seventh of the others.
 */
export function legsOf(ways: ReadonlyMap<string, Way>, today: string, turn: number | null): Leg[] {
  const near: Leg[] = [];
  const far: Leg[] = [];
  for (const [type, way] of ways) {
    const add = (days: readonly Days[], legs: Leg[], isNear: boolean) =>
      legs.push(...days.map((each) => ({ type, days: each, isNear })));
    if (isBySchedule(way)) {
      // Without days in its search, one search has them all.
      const isOne = way.days === null;
      add(isOne ? [windowOf(today, way)] : split(nearDays(today), way.days ?? 1), near, true);
      if (!isOne) add(farDays(today, way, { turn, isPast: way.by === "practitioner" }), far, false);
      continue;
    }
    add([nearDays(today)], near, true);
    add([windowOf(today, way)], far, false);
  }
  return [...near, ...far];
}

/** Returns the parts of a reading of some days. */
export const legsOfDays = (ways: ReadonlyMap<string, Way>, days: Days): Leg[] =>
  [...ways].flatMap(([type, way]) =>
    (way.days === null ? [days] : split(days, way.days)).map((each) => ({ type, days: each, isNear: true })),
  );

/** Returns whether an owner has its turn among those that are read at some readings alone. */
export function hasTurn(owner: string, turn: number | null): boolean {
  if (turn === null) return true;
  let sum = 0;
  for (const letter of owner) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % TURNS === turn;
}

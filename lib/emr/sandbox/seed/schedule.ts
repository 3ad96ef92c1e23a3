import type { EmrLocation, EmrPatient, EmrProvider } from "#lib/emr/port/port";
import { statusAt } from "#lib/emr/sandbox/passing-days/status";
import type { SandboxAppointment } from "#lib/emr/sandbox/records";
import { addDays } from "#lib/kernel/dates";
import { appointmentOf, type Content, EMPTY } from "./appointment.ts";
import { minutesOf } from "./clock.ts";
import { type Random, randomOf } from "./random.ts";
import type { Visit } from "./visits.ts";

/** Six weeks around today (decisions §10). */
const DAYS_BACK = 21;
const DAYS_AHEAD = 20;
/** Minutes after midnight. */
const NOON = 12 * 60;
const WEEKDAY = { from: 8 * 60, to: 17 * 60 };
const WEEKEND = { from: 9 * 60, to: NOON };
/** One of this many providers works on a weekend. */
const WEEKEND_SHIFT = 3;
const BOOKED = 0.74;
const LENGTHS = [20, 20, 30, 30, 40] as const;

/** A blocked time; from and to in minutes after midnight. */
interface Block {
  from: number;
  to: number;
  label: string;
  color: string;
}

const LUNCH: Block = { from: NOON, to: NOON + 60, label: "Lunch", color: "#9CA3AF" };
const MEETING: Block = { from: WEEKDAY.from, to: WEEKDAY.from + 40, label: "Staff meeting", color: "#F59E0B" };
const PAPERWORK: Block = { from: 16 * 60, to: WEEKDAY.to, label: "Administrative time", color: "#60A5FA" };
const AWAY: Block = { ...WEEKDAY, label: "Out of office", color: "#F87171" };
const AWAY_SHARE = 0.02;

export interface SchedulingPractice {
  name: string;
  providers: EmrProvider[];
  locations: EmrLocation[];
  patients: EmrPatient[];
  visits: readonly Visit[];
  visitTypes: readonly { name: string }[];
}

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** 0 for Sunday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();
const isWeekend = (date: string): boolean => [0, 6].includes(weekdayOf(date));

function blocksOf(date: string, index: number, random: Random): Block[] {
  if (isWeekend(date)) return [];
  if (random.chance(AWAY_SHARE)) return [AWAY];
  const weekday = weekdayOf(date);
  const late = weekday === 5 && index % 2 === 0 ? [PAPERWORK] : [];
  return [...(weekday === 2 ? [MEETING] : []), LUNCH, ...late];
}

/** Yields the spans of a day from opening to closing without a gap; each says whether it is blocked. */
function* spansOf(hours: { from: number; to: number }, blocks: Block[], random: Random) {
  for (let at = hours.from; at < hours.to; ) {
    const block = blocks.find(({ from }) => from === at);
    const until = block?.to ?? blocks.find(({ from }) => from > at)?.from ?? hours.to;
    const length = block ? block.to - at : Math.min(random.pick(LENGTHS), until - at);
    yield { at, length, block };
    at += length;
  }
}

/** Returns one provider's day: appointments, open slots and blocks. */
function dayOf(practice: SchedulingPractice, provider: EmrProvider, index: number, date: string, now: string) {
  const random = randomOf(`${practice.name}/schedule/${provider.ehrId}/${date}`);
  // On Wednesdays providers work at the next location.
  const location = practice.locations[(index + (weekdayOf(date) === 3 ? 1 : 0)) % practice.locations.length];
  if (!location) return [];
  const rows: SandboxAppointment[] = [];
  const hours = isWeekend(date) ? WEEKEND : WEEKDAY;
  for (const { at, length, block } of spansOf(hours, blocksOf(date, index, random), random)) {
    const time = { startsAt: `${date}T${clock(at)}`, durationMinutes: length };
    const id = `APT-${date.replaceAll("-", "")}-${provider.ehrId}-${rows.length + 1}`;
    const status = statusAt({ practice: practice.name, id, ...time }, now);
    rows.push({
      ...contentOf(practice, block, { status, date, provider }, random),
      ...time,
      id,
      providerId: provider.ehrId,
      locationId: location.emrId,
    });
  }
  return rows;
}

function contentOf(
  practice: SchedulingPractice,
  block: Block | undefined,
  known: { status: string; date: string; provider: EmrProvider },
  random: Random,
): Content {
  const createdAt = `${addDays(known.date, -random.between(1, 40))}T${clock(random.between(WEEKDAY.from, WEEKDAY.to))}`;
  if (block) {
    const { label: blockLabel, color: blockColor } = block;
    return { ...EMPTY, createdAt, category: "schedule_block", blockLabel, blockColor };
  }
  if (random.chance(BOOKED)) return { ...appointmentOf(practice, known, random), createdAt };
  return { ...EMPTY, createdAt, category: "schedule_slot", visitType: random.pick(practice.visitTypes).name };
}

/** Leaves out second providers who have an open slot at the time of the visit: no EMR offers a time at which they are with a patient. */
function withFreeSlots(day: readonly SandboxAppointment[]): SandboxAppointment[] {
  const slots = day.filter(({ category }) => category === "schedule_slot");
  const beginsBefore = (one: SandboxAppointment, other: SandboxAppointment) =>
    minutesOf(one.startsAt) < minutesOf(other.startsAt) + other.durationMinutes;
  const isOffered = (visit: SandboxAppointment) =>
    slots.some(
      (slot) => slot.providerId === visit.secondaryProviderId && beginsBefore(slot, visit) && beginsBefore(visit, slot),
    );
  return day.map((visit) => (isOffered(visit) ? { ...visit, secondaryProviderId: null } : visit));
}

/** Returns the days of the window around today, oldest first; all YYYY-MM-DD. */
export const windowOf = (today: string): string[] =>
  Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, index) => addDays(today, index - DAYS_BACK));

/**
 * Returns the schedule of a practice's active providers on the given days. A day's rows follow from its date, their
 * statuses also from `now` (YYYY-MM-DDTHH:MM at the practice).
 */
export function scheduleOf(practice: SchedulingPractice, dates: readonly string[], now: string): SandboxAppointment[] {
  return dates.flatMap((date) => {
    const day = practice.providers.flatMap((provider, index) => {
      const works = provider.status === "active" && (!isWeekend(date) || index % WEEKEND_SHIFT === 0);
      return works ? dayOf(practice, provider, index, date, now) : [];
    });
    return withFreeSlots(day);
  });
}

import { readPlan } from "#lib/emr/sandbox/plan";
import { wallClockIn } from "#lib/emr/sandbox/seed/clock";
import type { PracticePlan } from "#lib/emr/sandbox/seed/practice-plan";
import { progressOf } from "#lib/emr/sandbox/seed/visits";
import {
  addAppointments,
  addRecords,
  emptyTables,
  openAppointments,
  type StatusChange,
  scheduledDays,
  setLists,
  setStatuses,
} from "#lib/emr/sandbox/top-up";
import { FINAL_STATUSES, statusAt } from "./status.ts";

/** An appointment's status may change by itself from this time before it on. */
const STATUS_AHEAD_MS = 4 * 24 * 60 * 60 * 1000;
/** Tables that are filled by day, or together with their parent's kind. */
const NOT_BY_KIND = ["appointment", "recall_action"];

/** The additions of a roll. */
export interface Rolled {
  /** Tables of the EMR that were empty before. */
  filled: string[];
  /** Added days of the schedule, YYYY-MM-DD. */
  days: string[];
  /** Number of appointments whose status changed. */
  statuses: number;
}

/** Adds the kinds of records that a practice of an earlier version lacks. Returns their tables. */
async function fillKinds(id: string, plan: PracticePlan, wallClock: string): Promise<string[]> {
  const empty = await emptyTables(id);
  for (const table of NOT_BY_KIND) empty.delete(table);
  if (empty.size === 0) return [];
  const { practiceOf } = await import("#lib/emr/sandbox/seed/practice");
  const records = practiceOf(plan, wallClock);
  // The lists have grown with the records that refer to them.
  await setLists(id, records.lists);
  await addRecords(id, records, empty.has("recall") ? new Set([...empty, "recall_action"]) : empty);
  return [...empty];
}

/** Adds and returns the days missing from the six weeks around today. */
async function fillDays(id: string, plan: PracticePlan, wallClock: string): Promise<string[]> {
  const { scheduleOf, windowOf } = await import("#lib/emr/sandbox/seed/schedule");
  const today = wallClock.slice(0, 10);
  const there = await scheduledDays(id);
  const days = windowOf(today).filter((day) => !there.has(day));
  if (days.length === 0) return [];
  const { schedulingOf } = await import("#lib/emr/sandbox/seed/practice");
  await addAppointments(id, plan.timezone, scheduleOf(schedulingOf(plan, today), days, wallClock));
  return days;
}

/** Moves statuses on with time unless a user has set them. Returns the number of changes. */
async function moveStatuses(id: string, plan: PracticePlan, now: Date, wallClock: string): Promise<number> {
  const before = new Date(now.getTime() + STATUS_AHEAD_MS);
  const open = await openAppointments(id, { before, last: FINAL_STATUSES });
  const changes = new Map<string, StatusChange>();
  for (const appointment of open) {
    const status = statusAt({ practice: plan.name, ...appointment }, wallClock);
    if (status === appointment.status) continue;
    const progressNote = status === "CMP" ? progressOf(appointment.reason) : null;
    const key = JSON.stringify([status, progressNote]);
    const change = changes.get(key) ?? { ids: [], status, progressNote };
    change.ids.push(appointment.id);
    changes.set(key, change);
  }
  if (changes.size > 0) await setStatuses(id, [...changes.values()]);
  return [...changes.values()].reduce((sum, { ids }) => sum + ids.length, 0);
}

/**
 * Rolls a practice with a plan to a moment (decisions §10): adds missing kinds of records and missing days of the six
 * weeks, and moves past statuses on. Existing records stay, above all those written through the interface. The same
 * moment always adds the same records, so a second roll, also one at the same time, adds none. Does nothing for a
 * practice without a plan, and for none.
 */
export async function rollPractice(practiceId: string, now: Date): Promise<Rolled> {
  const plan = await readPlan(practiceId);
  if (!plan) return { filled: [], days: [], statuses: 0 };
  const wallClock = wallClockIn(plan.timezone, now);
  const filled = await fillKinds(practiceId, plan, wallClock);
  const days = await fillDays(practiceId, plan, wallClock);
  const statuses = await moveStatuses(practiceId, plan, now, wallClock);
  return { filled, days, statuses };
}

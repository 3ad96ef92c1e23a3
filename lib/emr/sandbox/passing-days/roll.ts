import { readPlan } from "#lib/emr/sandbox/plan";
import { wallClockIn } from "#lib/emr/sandbox/seed/clock";
import { DEMO, type DemoAccount } from "#lib/emr/sandbox/seed/demo";
import { readSeedState, withSeedLock } from "#lib/emr/sandbox/seed/seed-state";
import { progressOf } from "#lib/emr/sandbox/seed/visits";
import {
  addRecords,
  emptyTables,
  openAppointments,
  practiceExists,
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

/** A demo practice and the records that rolling it added. */
export interface RolledPractice {
  organizationId: string;
  linkedAccountId: string;
  /** Tables of the EMR that were empty before. */
  filled: string[];
  /** Added days of the schedule, YYYY-MM-DD. */
  days: string[];
  /** Number of appointments whose status changed. */
  statuses: number;
}

/** Adds the kinds of records that an earlier version's demo lacks. Returns their tables. */
async function fillKinds(id: string, account: DemoAccount, wallClock: string): Promise<string[]> {
  const empty = await emptyTables(id);
  for (const table of NOT_BY_KIND) empty.delete(table);
  if (empty.size === 0) return [];
  const { practiceOf } = await import("#lib/emr/sandbox/seed/practice");
  const records = practiceOf(account, wallClock);
  // The lists have grown with the records that refer to them.
  await setLists(id, records.lists);
  await addRecords(id, records, empty.has("recall") ? new Set([...empty, "recall_action"]) : empty);
  return [...empty];
}

/** Adds and returns the days missing from the six weeks around today. */
async function fillDays(id: string, account: DemoAccount, wallClock: string): Promise<string[]> {
  const { scheduleOf, windowOf } = await import("#lib/emr/sandbox/seed/schedule");
  const today = wallClock.slice(0, 10);
  const there = await scheduledDays(id);
  const days = windowOf(today).filter((day) => !there.has(day));
  if (days.length === 0) return [];
  const { practiceOf, schedulingOf } = await import("#lib/emr/sandbox/seed/practice");
  const appointments = scheduleOf(schedulingOf(account, today), days, wallClock);
  await addRecords(id, { ...practiceOf(account, wallClock), appointments }, new Set(["appointment"]));
  return days;
}

/** Moves statuses on with time unless a user has set them. Returns the number of changes. */
async function moveStatuses(id: string, account: DemoAccount, now: Date, wallClock: string): Promise<number> {
  const before = new Date(now.getTime() + STATUS_AHEAD_MS);
  const open = await openAppointments(id, { before, last: FINAL_STATUSES });
  const changes = new Map<string, StatusChange>();
  for (const appointment of open) {
    const status = statusAt({ practice: account.name, ...appointment }, wallClock);
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

/** Rolls one practice to a moment and returns the additions. */
async function rollPractice(id: string, account: DemoAccount, now: Date) {
  const wallClock = wallClockIn(account.timezone, now);
  const filled = await fillKinds(id, account, wallClock);
  const days = await fillDays(id, account, wallClock);
  const statuses = await moveStatuses(id, account, now, wallClock);
  return { filled, days, statuses };
}

/**
 * Rolls the practice of a linked account to a moment, as `rollPractices` does for the demo's own. Does nothing for
 * other EMRs.
 */
export const rollLinkedPractice = (linkedAccountId: string, now: Date): Promise<void> =>
  withSeedLock(async () => {
    const plan = (await readPlan(linkedAccountId)) as DemoAccount | null;
    if (plan) await rollPractice(linkedAccountId, plan, now);
  });

/**
 * Rolls the EMR of each demo practice to a moment (decisions §10): adds missing kinds of records and missing days of
 * the six weeks, and moves past statuses on. Existing records stay, above all those written through the interface. The
 * same moment always adds the same records, and nothing the second time. Does nothing without a demo. Needs
 * SANDBOX_DATABASE_URL; our own tables follow by a sync.
 */
export const rollPractices = (now: Date): Promise<RolledPractice[]> =>
  withSeedLock(async () => {
    const state = await readSeedState();
    if (!state?.finished) return [];
    const rolled: RolledPractice[] = [];
    for (const [index, { organizationId, accountIds }] of state.organizations.entries()) {
      for (const [place, linkedAccountId] of accountIds.entries()) {
        const account = DEMO[index]?.accounts[place];
        if (!account || !(await practiceExists(linkedAccountId))) continue;
        rolled.push({ organizationId, linkedAccountId, ...(await rollPractice(linkedAccountId, account, now)) });
      }
    }
    return rolled;
  });

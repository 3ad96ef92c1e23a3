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

/** From so long before an appointment on its status may change by itself. */
const STATUS_AHEAD_MS = 4 * 24 * 60 * 60 * 1000;
/** Filled day by day, or along with their own kind. */
const NOT_BY_KIND = ["appointment", "recall_action"];

/** A practice of the demo and what rolling it has added. */
export interface RolledPractice {
  organizationId: string;
  linkedAccountId: string;
  /** Tables of the EMR that were empty and are filled now. */
  filled: string[];
  /** Days that were missing from the schedule, YYYY-MM-DD. */
  days: string[];
  /** Appointments whose status went on. */
  statuses: number;
}

/** Adds the kinds of records that an earlier version's demo did not have. Gives their tables. */
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

/** Adds the days that are missing from the six weeks around today. Gives them. */
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

/** Lets the statuses follow the time, where nobody has set them. Gives how many did. */
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

/** Brings one practice to a moment; gives what that has added. */
async function rollPractice(id: string, account: DemoAccount, now: Date) {
  const wallClock = wallClockIn(account.timezone, now);
  const filled = await fillKinds(id, account, wallClock);
  const days = await fillDays(id, account, wallClock);
  const statuses = await moveStatuses(id, account, now, wallClock);
  return { filled, days, statuses };
}

/**
 * Brings the practice that linking an account has opened to a moment, as `rollPractices` does for the demo's own. Does
 * nothing for any other one.
 */
export const rollLinkedPractice = (linkedAccountId: string, now: Date): Promise<void> =>
  withSeedLock(async () => {
    const plan = (await readPlan(linkedAccountId)) as DemoAccount | null;
    if (plan) await rollPractice(linkedAccountId, plan, now);
  });

/**
 * Brings the EMR of each demo practice to a moment (decisions §10): kinds of records that it lacks, days that are
 * missing from its six weeks, statuses of what has passed. What stands there is left, what was written through the
 * interface above all; the same moment adds the same records wherever it is done, and nothing the second time. Does
 * nothing where no demo was seeded. Needs SANDBOX_DATABASE_URL; our own tables follow by a sync.
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

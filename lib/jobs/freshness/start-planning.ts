import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { listAccounts, planNightlySyncs } from "#lib/jobs/sync/nightly";
import { present } from "#lib/kernel/clock";
import { planReadings } from "./plan-readings.ts";

/** Interval between checks: the maximum delay of a sync's start, and of a reading's. */
const CHECK_MS = 30_000;

/** What a process has planned. */
interface Planned {
  nights: Map<string, string>;
  readings: Map<string, string>;
}

/** Plans the nightly syncs and the readings between them. `planned` remembers what this process has planned. */
export async function planAll(now: Date, planned: Planned = { nights: new Map(), readings: new Map() }): Promise<void> {
  const accounts = listAccounts();
  await planNightlySyncs(now, planned.nights, accounts);
  await planReadings(now, await accounts, planned.readings);
}

/** Plans now and periodically; may run in every process. */
export function startPlanning(): { stop(): Promise<void> } {
  const planned: Planned = { nights: new Map(), readings: new Map() };
  return repeatedly(CHECK_MS, "the readings of EMRs could not be planned", () => planAll(present(), planned));
}

import { setTimeout as pause } from "node:timers/promises";
import { extendChainsWhenDue } from "#lib/jobs/audit-chain/audit-chain";
import { refreshDirectoriesWhenDue } from "#lib/jobs/emr-directory/refresh";
import { planAll } from "#lib/jobs/freshness/start-planning";
import { applyRetentionWhenDue } from "#lib/jobs/retention/retention";
import { present } from "#lib/kernel/clock";
import { onQueue } from "#lib/queue/on-queue";
import { QUEUES } from "#lib/queue/queues";
import { COUNT_DUE } from "#lib/queue/statements";
import { queueUpkeep } from "#lib/queue/upkeep";
import { sweepOverdue } from "./overdue.ts";
import { startDispatchers } from "./runner.ts";
import { sweepUnsettled } from "./unsettled.ts";

/** Number of entries that were worked off, and of due entries that remain. */
export interface WorkedOff {
  operations: number;
  deliveries: number;
  remaining: number;
}

/** Waits for entries that become due within this time: a dead process's entries return after a second. */
const SOON_SECONDS = 2;
const LOOK_AGAIN_MS = 250;

/** Counts entries that are due within this many seconds and not leased by a live process. */
async function countDue(withinSeconds: number): Promise<number> {
  const [row] = await onQueue<{ count: string }>(COUNT_DUE, [JSON.stringify(Object.keys(QUEUES)), withinSeconds]);
  return Number(row?.count);
}

/**
 * Works off all due entries, for a host that keeps no process running: plans the nightly syncs and the readings between them, recovers dead
 * processes' entries and work without an entry, takes entries for up to `seconds`, and then lets running work finish
 * for up to 4 s. Ends sooner if nothing is due. Other processes may run at the same time: each entry is taken by one of
 * them.
 */
export async function workOff(seconds: number): Promise<WorkedOff> {
  const until = Date.now() + seconds * 1000;
  await planAll(present());
  await sweepOverdue(present());
  await sweepUnsettled(present());
  await applyRetentionWhenDue();
  await extendChainsWhenDue();
  await queueUpkeep()();
  const { operations, deliveries, all, stop } = startDispatchers();
  const handled = () => all.reduce((sum, { handled }) => sum + handled, 0);
  const idle = async () => {
    for (const each of all) await each.idle();
  };
  const over = new AbortController();
  const timeIsUp = pause(until - Date.now(), undefined, { signal: over.signal }).catch(() => undefined);
  try {
    for (;;) {
      const before = handled();
      await Promise.race([timeIsUp, idle()]);
      if (Date.now() >= until || (await countDue(SOON_SECONDS)) === 0) break;
      if (handled() === before) await pause(LOOK_AGAIN_MS);
      for (const each of all) each.look();
    }
  } finally {
    over.abort();
    await stop();
  }
  const worked = { operations: operations.handled, deliveries: deliveries.handled, remaining: await countDue(0) };
  // With the time that is left: a directory may take minutes, and no operation waits for it.
  const left = until - Date.now();
  if (left > 0) await refreshDirectoriesWhenDue(AbortSignal.timeout(left));
  return worked;
}

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { withoutTenant } from "#lib/db/without-tenant";
import { forgetWhenDue } from "#lib/jobs/retention/retention";
import { planNightlySyncs } from "#lib/jobs/sync/nightly";
import { boss } from "#lib/queue/boss";
import { QUEUES } from "#lib/queue/queues";
import { sweepOverdue } from "./overdue.ts";
import { beginWork } from "./runner.ts";

/** What was worked off, and how many entries are due and still wait. */
export interface WorkedOff {
  operations: number;
  deliveries: number;
  remaining: number;
}

/** An entry that becomes due this soon is waited for: a dead process's entries come back after a second. */
const SOON_SECONDS = 2;
const LOOK_AGAIN_MS = 250;

/** Entries that are due within so many seconds and that nobody holds, or a process that is not heard of any more. */
async function countDue(withinSeconds: number): Promise<number> {
  const [row] = await withoutTenant<{ count: string }>(
    sql`SELECT count(*) FROM pgboss.job
        WHERE name IN ${Object.keys(QUEUES)} AND (
          (state < 'active' AND start_after <= now() + make_interval(secs => ${withinSeconds}))
          OR (state = 'active' AND heartbeat_on + make_interval(secs => heartbeat_seconds) < now()))`,
  );
  return Number(row?.count);
}

/**
 * Works off what is due in every queue, for a host that keeps no process running: plans the nightly syncs, takes back
 * what dead processes held and what the queue lost, takes entries for up to `seconds`, and then lets what is at work finish for up to 4 s. Ends
 * sooner where nothing is due any more. Other processes may run jobs at the same time: each entry is taken by one of them.
 */
export async function workOff(seconds: number): Promise<WorkedOff> {
  const until = Date.now() + seconds * 1000;
  await planNightlySyncs(new Date());
  await sweepOverdue(new Date());
  await forgetWhenDue();
  await (await boss()).supervise();
  const { operations, deliveries, syncs, stop } = await beginWork();
  const all = [operations, deliveries, syncs];
  const handled = () => all.reduce((sum, { handled }) => sum + handled, 0);
  const idle = async () => {
    // One after the other: what operations write is delivered.
    for (const each of [syncs, operations, deliveries]) await each.idle();
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
  return { operations: operations.handled, deliveries: deliveries.handled, remaining: await countDue(0) };
}

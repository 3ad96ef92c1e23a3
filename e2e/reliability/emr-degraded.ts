import assert from "node:assert/strict";
import { startRunner } from "#lib/jobs/runner/runner";
import { degradeTwo } from "#lib/testing/degraded-emrs";
import { startFakeReceiver } from "#lib/testing/fake-receiver";
import { inThisProcess, ownerPool, startBase } from "./base.ts";
import { startUndisturbed } from "./undisturbed.ts";

/** Jobs of each account; DEGRADED_JOBS=20 for a shorter run. */
const JOBS = Number(process.env.DEGRADED_JOBS ?? 200);

/** The proof sends more requests a minute than a caller may. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: "1000000" };

/**
 * A job of a healthy account may take this much longer while other EMRs are degraded, in milliseconds at the median, than
 * one of an undisturbed process at the same time: what else the machine does slows both.
 */
const MAX_DELAY_MS = 100;

const atShare = (times: number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0;

const shown = (times: number[]) => `${atShare(times, 0.5)} ms (p99 ${atShare(times, 0.99)} ms)`;

/**
 * Degrades two EMRs while people work with a third, and lets them come back: the work with the third goes on as fast as
 * before, the jobs of the others wait and lose nothing, and each change is said once.
 */
export async function emrDegraded(_stop: AbortSignal): Promise<void> {
  const [base, inbox] = await Promise.all([startBase(), startFakeReceiver()]);
  try {
    const { ownerUrl, variables } = await base.copy("crc_degraded");
    const owner = ownerPool(ownerUrl);
    const apart = { ...UNLIMITED, INTERNAL_URL: inbox.url };
    const undisturbed = await startUndisturbed(base, apart);
    try {
      const counts = await inThisProcess({ ...base.secrets, ...variables, ...apart }, async () => {
        const query = async <Row>(text: string, values: unknown[] = []) =>
          (await owner.query(text, values)).rows as Row[];
        const runner = await startRunner();
        return degradeTwo(query, JOBS).finally(() => runner.stop());
      });
      const { usualMs, meanwhileMs, meanwhile, waited, completed, written, events } = counts;
      const apartMs = undisturbed.between(...meanwhile);
      process.stdout.write(
        `a healthy account's job: ${shown(usualMs)}, with two degraded EMRs beside it ${shown(meanwhileMs)}, in an ` +
          `undisturbed process at the same time ${shown(apartMs)}\n` +
          `jobs of the degraded accounts: ${waited} waited, ${completed} completed, ${written} payments in their EMRs\n` +
          `events: ${events.map((types) => types.join(", ")).join("; ")}\n`,
      );
      assert.deepEqual([waited, completed, written], [2 * JOBS, 2 * JOBS, 2 * JOBS]);
      assert.deepEqual(events, Array(2).fill(["sync.degraded", "sync.recovered"]));
      assert.ok(apartMs.length > 0, "the undisturbed process did no job meanwhile");
      assert.ok(atShare(meanwhileMs, 0.5) <= atShare(apartMs, 0.5) + MAX_DELAY_MS, "the healthy account was delayed");
    } finally {
      await undisturbed.stop();
      await owner.end();
    }
  } finally {
    await inbox.stop();
    await base.stop();
  }
}

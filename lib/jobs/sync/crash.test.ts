import type { ChildProcess } from "node:child_process";
import { afterEach, expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { enqueue } from "#lib/queue/queue";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { killWorker, startWorker } from "#lib/testing/worker-process";

/** Decisions §6: a dead process's work is resumed within 30 s. */
const RECOVERY_MS = 30_000;
const KILLS = 2;
/** Five pages of the sandbox EMR. */
const PATIENTS = 2_400;

const database = testDatabase();
const workers: ChildProcess[] = [];

afterEach(async () => {
  await Promise.all(workers.splice(0).map(killWorker));
});

async function start(): Promise<ChildProcess> {
  const worker = await startWorker();
  workers.push(worker);
  return worker;
}

it("continues a sync at its next page within 30 s of each kill of the worker", { tags: "long" }, async () => {
  const { tenant } = await openClinic();
  const { linkedAccountId } = tenant;
  await database.asOwner(
    `INSERT INTO sandbox.patient SELECT practice_id, 'P-' || n, 'M-' || n, first_name, last_name, dob, gender, phone,
         email, address FROM (SELECT * FROM sandbox.patient WHERE practice_id = $1 LIMIT 1) AS one,
         generate_series(1, $2::integer) n`,
    [linkedAccountId, PATIENTS],
  );
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 400 WHERE practice_id = $1", [linkedAccountId]);
  const state = async () => {
    const [row] = await database.asOwner<{ pages: number; reading: boolean; began_at: Date }>(
      "SELECT pages, reading, began_at FROM sync_kind WHERE linked_account_id = $1 AND kind = 'patients'",
      [linkedAccountId],
    );
    return row;
  };
  const before = (await state())?.began_at;
  await withTenant(tenant, (tx) =>
    enqueue(tx, "syncs", { ...tenant, requestedAt: new Date().toISOString() }, { group: linkedAccountId }),
  );
  let began: Date | undefined;
  for (let kills = 1; kills <= KILLS; kills++) {
    const worker = await start();
    await vi.waitFor(
      async () => {
        const found = await state();
        expect(found?.began_at).not.toEqual(before);
        expect(found?.pages).toBeGreaterThanOrEqual(kills);
      },
      { timeout: RECOVERY_MS, interval: 20 },
    );
    began ??= (await state())?.began_at;
    await killWorker(worker);
  }
  expect((await state())?.reading).toBe(true);
  await start();
  await vi.waitFor(
    async () =>
      expect(await database.asOwner("SELECT FROM queue.entry WHERE queue = 'syncs' AND ended_at IS NULL")).toEqual([]),
    { timeout: 2 * RECOVERY_MS, interval: 50 },
  );
  expect((await state())?.began_at).toEqual(began);
  const [row] = await database.asOwner<{ count: number }>(
    "SELECT count(*)::integer AS count FROM patient WHERE linked_account_id = $1",
    [linkedAccountId],
  );
  expect(row?.count).toBeGreaterThan(PATIENTS);
});

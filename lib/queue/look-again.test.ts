import { expect, it } from "vitest";
import { newId } from "#lib/core/id";
import { withTenant } from "#lib/db/tenant";
import { testDatabase } from "#lib/testing/test-database";
import { boss } from "./boss.ts";
import { lookAgain } from "./look-again.ts";
import { enqueue } from "./queue.ts";

testDatabase();
const tenant = { organizationId: newId(), linkedAccountId: newId() };

/** Longer than the test may take: what is found is found without polling. */
const POLL_SECONDS = 60;

/** Works off the deliveries' queue until so many were taken; `all` gives when each was. */
async function startTaking(count: number): Promise<{ all: Promise<number[]> }> {
  const queue = await boss();
  const taken: number[] = [];
  const all = Promise.withResolvers<number[]>();
  const settings = { localConcurrency: 2, localGroupConcurrency: 2, batchSize: 1 };
  const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
  await queue.work("deliveries", { ...settings, ...polling }, async () => {
    lookAgain(queue, "deliveries");
    if (taken.push(Date.now()) === count) all.resolve(taken);
  });
  return { all: all.promise.finally(() => queue.offWork("deliveries")) };
}

const write = (count: number, startAfter?: Date) =>
  withTenant(tenant, async (tx) => {
    for (let index = 0; index < count; index++) {
      const options = { group: "one", ...(startAfter ? { startAfter } : {}) };
      await enqueue(tx, "deliveries", { ...tenant, deliveryId: newId() }, options);
    }
  });

it("works off a backlog that was told of only once", async () => {
  await write(20);
  const { all } = await startTaking(20);
  expect(await all).toHaveLength(20);
});

it("finds an entry for later when it is due", async () => {
  const { all } = await startTaking(1);
  const due = new Date(Date.now() + 1_500);
  await write(1, due);
  const [taken] = await all;
  expect(taken).toBeGreaterThanOrEqual(due.getTime());
});

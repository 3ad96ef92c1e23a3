import { afterEach, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { Dispatcher, type DispatcherOptions } from "./dispatcher.ts";
import { completeIn, enqueue } from "./queue.ts";

const database = testDatabase();
const tenant = { organizationId: newId(), linkedAccountId: newId() };

afterEach(() => database.asOwner("DELETE FROM queue.entry"));

/** Handles one entry and returns its state within the transaction and after it. */
async function stateAfter(handle: DispatcherOptions["handle"]): Promise<{ within: string; after: string }> {
  await withTenant(tenant, (tx) => enqueue(tx, "deliveries", { ...tenant, deliveryId: newId() }, { group: "one" }));
  const state = async () =>
    (await database.asOwner<{ state: string }>("SELECT state FROM queue.entry"))[0]?.state ?? "";
  const within = Promise.withResolvers<string>();
  const dispatcher = new Dispatcher({
    queue: "deliveries",
    places: { fresh: 1, all: 60 },
    maxPerGroup: 1,
    pollMs: 60_000,
    async handle(data, entry) {
      try {
        await handle(data, entry);
      } finally {
        within.resolve(await state());
      }
    },
  });
  const found = await within.promise;
  await dispatcher.idle();
  await dispatcher.stop(1_000);
  return { within: found, after: await state() };
}

it("completes with its completing transaction", async () => {
  const states = await stateAfter((_data, entry) => withTenant(tenant, (tx) => completeIn(tx, entry)));
  expect(states).toEqual({ within: "done", after: "done" });
});

it("is retried if its completing transaction is rolled back", async () => {
  const states = await stateAfter((_data, entry) =>
    withTenant(tenant, async (tx) => {
      await completeIn(tx, entry);
      throw new Error("undone");
    }),
  );
  expect(states).toEqual({ within: "taken", after: "waiting" });
});

it("stays completed even if its work fails after that commit", async () => {
  const states = await stateAfter(async (_data, entry) => {
    await withTenant(tenant, (tx) => completeIn(tx, entry));
    throw new Error("too late");
  });
  expect(states).toEqual({ within: "done", after: "done" });
});

it("completes after its work without a completing transaction", async () => {
  expect(await stateAfter(async () => undefined)).toEqual({ within: "taken", after: "done" });
});

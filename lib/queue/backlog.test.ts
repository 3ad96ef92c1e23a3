import { expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import { Backlog } from "./backlog.ts";
import { Entries } from "./entries.ts";
import { completeIn, enqueue, type Leased } from "./queue.ts";

const { database, tenant, start, write, statesOf } = dispatchers();

const complete = (entry: Leased) => withTenant(tenant, (tx) => completeIn(tx, entry));
const idOf = (data: object) => (data as { deliveryId: string }).deliveryId;

/** Writes an entry of the group "one" in a transaction of its own. Returns the id of its work. */
async function writeOne(carried?: object): Promise<string> {
  const deliveryId = newId();
  await withTenant(tenant, (tx) =>
    enqueue(tx, "deliveries", { ...tenant, deliveryId }, { group: "one", ...(carried && { carried }) }),
  );
  return deliveryId;
}

/** Writes an entry of the group "one" as another process does, without a wake-up. */
const writeElsewhere = (deliveryId: string) =>
  database.asOwner("INSERT INTO queue.entry (id, queue, data, group_id) VALUES ($1, 'deliveries', $2, 'one')", [
    newId(),
    { ...tenant, deliveryId },
  ]);

it("takes the next entry of a full group as the one before is completed: in order, without a look, with what its writer knew", async () => {
  const handled: { id: string; carried: object | undefined }[] = [];
  let [atWork, most] = [0, 0];
  const gate = Promise.withResolvers<void>();
  const dispatcher = await start({
    maxPerGroup: 1,
    async handle(data, entry) {
      most = Math.max(most, ++atWork);
      await gate.promise;
      handled.push({ id: idOf(data), carried: entry.carried });
      // The work has ended; the next entry's may begin with the commit.
      atWork--;
      await complete(entry);
    },
  });
  await dispatcher.idle();
  const look = vi.spyOn(Entries.prototype, "due");
  const written: { id: string; carried: object }[] = [];
  for (let number = 0; number < 5; number++) written.push({ id: await writeOne({ number }), carried: { number } });
  gate.resolve();
  await dispatcher.idle();
  expect(handled).toEqual(written);
  expect(most).toBe(1);
  expect(await statesOf()).toEqual(Array(5).fill("done"));
  expect(look).not.toHaveBeenCalled();
});

it("keeps the next entry if the completion is rolled back, and works on both", async () => {
  const handled: string[] = [];
  const gate = Promise.withResolvers<void>();
  const dispatcher = await start({
    maxPerGroup: 1,
    pollMs: 200,
    async handle(data, entry) {
      await gate.promise;
      handled.push(idOf(data));
      if (handled.length > 1) return complete(entry);
      await withTenant(tenant, async (tx) => {
        await completeIn(tx, entry);
        throw new Error("undone");
      });
    },
  });
  await dispatcher.idle();
  const written = [await writeOne(), await writeOne()];
  gate.resolve();
  await expect.poll(statesOf, { timeout: 10_000 }).toEqual(["done", "done"]);
  expect(handled).toHaveLength(3);
  expect(new Set(handled)).toEqual(new Set(written));
});

it("does not take the next entry if another process has", async () => {
  const handled: string[] = [];
  const gate = Promise.withResolvers<void>();
  const dispatcher = await start({
    maxPerGroup: 1,
    async handle(data, entry) {
      await gate.promise;
      handled.push(idOf(data));
      await complete(entry);
    },
  });
  await dispatcher.idle();
  const [first, second] = [await writeOne(), await writeOne()];
  await database.asOwner(
    "UPDATE queue.entry SET state = 'taken', heartbeat_at = now() WHERE data->>'deliveryId' = $1",
    [second],
  );
  gate.resolve();
  await dispatcher.idle();
  expect(handled).toEqual([first]);
  expect(await statesOf()).toEqual(["done", "taken"]);
});

it("takes another organization's entries without a look while one has flooded it", async () => {
  const look = vi.spyOn(Entries.prototype, "due");
  const other = { organizationId: newId(), linkedAccountId: newId() };
  const [gate, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handled: string[] = [];
  const dispatcher = await start({
    maxPerGroup: 1,
    async handle(data, entry) {
      if ((data as typeof other).organizationId !== other.organizationId) return gate.promise;
      await others.promise;
      handled.push(idOf(data));
      await withTenant(other, (tx) => completeIn(tx, entry));
    },
  });
  await dispatcher.idle();
  // In parts: a transaction that takes seconds would leave its taken entry without a heartbeat in time.
  for (let part = 0; part < 12; part++) await write(100);
  // Looks find the flood's group full; then nothing else waits.
  await expect.poll(() => look.mock.settledResults.at(-1)?.value.full).toEqual(["one"]);
  look.mockClear();
  const written = Array.from({ length: 5 }, () => newId());
  for (const deliveryId of written) {
    await withTenant(other, (tx) => enqueue(tx, "deliveries", { ...other, deliveryId }, { group: "other" }));
  }
  others.resolve();
  await expect.poll(() => handled).toEqual(written);
  expect(look).not.toHaveBeenCalled();
  await database.asOwner("DELETE FROM queue.entry WHERE state = 'waiting'");
  gate.resolve();
  await dispatcher.idle();
});

it("does not let an entry of another process wait while its own entries follow each other", async () => {
  const other = newId();
  const others = Promise.withResolvers<void>();
  let over = false;
  const dispatcher = await start({
    maxPerGroup: 1,
    pollMs: 100,
    async handle(data, entry) {
      if (idOf(data) === other) others.resolve();
      // Each of its own entries is followed by another one.
      else if (!over) await writeOne();
      await complete(entry);
    },
  });
  await dispatcher.idle();
  await writeOne();
  await write(3);
  await writeElsewhere(other);
  await others.promise;
  over = true;
  await dispatcher.idle();
  expect(new Set(await statesOf())).toEqual(new Set(["done"]));
});

it("names only entries that the caller does not know as beyond", async () => {
  const dispatcher = await start({ maxPerGroup: 1, handle: async () => undefined });
  await dispatcher.stop(5_000);
  const first = await writeOne();
  await writeElsewhere(newId());
  await writeElsewhere(newId());
  const entries = new Entries("deliveries");
  const asked = { maxPerGroup: 1, depth: 600, free: 1, freed: new Set<string>() };
  const found = await entries.due("all", { ...asked, known: [] });
  expect(found.due.map(({ data }) => idOf(data))).toEqual([first]);
  expect(found.beyond).toHaveLength(2);
  expect(await entries.due("all", { ...asked, known: found.beyond })).toMatchObject({ hidden: false, beyond: [] });
});

it("forgets after 2 s what the writer knew, and after 20 s the entry", () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const backlog = new Backlog();
  const entry = (id: string) => ({ id, data: {}, group: "one", takes: 0, carried: { id } });
  backlog.add(entry("a"));
  backlog.add(entry("b"));
  expect(backlog.next("one")?.carried).toEqual({ id: "a" });
  now = 2_001;
  expect(backlog.next("one")).toEqual({ ...entry("b"), carried: undefined });
  backlog.stayed(entry("b"));
  expect(backlog.forgetOld()).toBe(false);
  now = 20_001;
  expect(backlog.forgetOld()).toBe(true);
  expect([...backlog.groups]).toEqual([]);
});

import { setTimeout as pause } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import { Entries } from "./entries.ts";
import { enqueue } from "./queue.ts";

const { database, tenant, start, write, statesOf } = dispatchers();

it("limits each group to its share, without delay for others", async () => {
  const handled: string[] = [];
  const others = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let [atWork, most] = [0, 0];
  await write(10, { group: "crowd" });
  const [first] = await database.asOwner<{ group_id: string }>("SELECT group_id FROM queue.entry LIMIT 1");
  expect(first?.group_id).toBe("crowd");
  await write(2, { group: "other" });
  const groupOf = async (data: object) => {
    const { deliveryId } = data as { deliveryId: string };
    const [row] = await database.asOwner<{ group_id: string }>(
      "SELECT group_id FROM queue.entry WHERE data->>'deliveryId' = $1",
      [deliveryId],
    );
    return row?.group_id ?? "";
  };
  const dispatcher = await start({
    places: { fresh: 18, all: 60 },
    maxPerGroup: 2,
    async handle(data) {
      const group = await groupOf(data);
      if (group === "crowd") {
        most = Math.max(most, ++atWork);
        await gate.promise;
        atWork--;
      }
      handled.push(group);
      if (handled.filter((each) => each === "other").length === 2) others.resolve();
    },
  });
  await others.promise;
  gate.resolve();
  await expect.poll(statesOf, { timeout: 10_000 }).toEqual(Array(12).fill("done"));
  expect(handled).toHaveLength(12);
  expect(most).toBe(2);
  await dispatcher.idle();
});

it("takes an account's own entry at once while any number of another's entries wait or hang in any number of groups", async () => {
  const gate = Promise.withResolvers<void>();
  const account = newId();
  const reached = Promise.withResolvers<void>();
  let hanging = 0;
  const dispatcher = await start({
    places: { fresh: 12, all: 12 },
    maxSpare: 5,
    async handle(data) {
      if ((data as { linkedAccountId: string }).linkedAccountId === account) return reached.resolve();
      hanging++;
      await gate.promise;
      hanging--;
    },
  });
  // A look under way would take entries beside those that are written.
  await dispatcher.idle();
  for (let index = 0; index < 30; index++) await write(1, { group: `crowd-${index}` });
  await withTenant(tenant, (tx) =>
    enqueue(tx, "deliveries", { ...tenant, linkedAccountId: account, deliveryId: newId() }, { group: "other" }),
  );
  await reached.promise;
  // The other account holds all of the organization's places and none of the spare ones.
  expect(hanging).toBe(6);
  gate.resolve();
  await dispatcher.idle();
  expect(dispatcher.handled).toBe(31);
});

it("takes another group's entry at once while many of one group wait before it", { tags: "long" }, async () => {
  await write(60, { group: "crowd" });
  const late = newId();
  const order: string[] = [];
  const other = Promise.withResolvers<void>();
  let atOther = 0;
  await start({
    places: { fresh: 18, all: 60 },
    maxPerGroup: 1,
    async handle(data) {
      const { deliveryId } = data as { deliveryId: string };
      if (deliveryId === late) {
        atOther = order.length;
        other.resolve();
      }
      order.push(deliveryId);
      await pause(20);
    },
  });
  await expect.poll(() => order.length, { interval: 5 }).toBeGreaterThan(4);
  const before = order.length;
  // Another process writes the entry without a wake-up.
  await database.asOwner(
    "INSERT INTO queue.entry (id, queue, data, group_id) VALUES (gen_random_uuid(), 'deliveries', $1, 'other')",
    [{ ...tenant, deliveryId: late }],
  );
  await other.promise;
  expect(atOther - before).toBeLessThan(12);
  await expect.poll(() => order.length, { timeout: 10_000 }).toBe(61);
});

it("takes the entries of a full group in the order of their writing", async () => {
  const written: string[] = [];
  for (let index = 0; index < 24; index++) {
    await withTenant(tenant, async (tx) => {
      const deliveryId = newId();
      written.push(deliveryId);
      await enqueue(tx, "deliveries", { ...tenant, deliveryId }, { group: "one" });
    });
  }
  const taken: string[] = [];
  await start({
    places: { fresh: 36, all: 60 },
    maxPerGroup: 1,
    async handle(data) {
      taken.push((data as { deliveryId: string }).deliveryId);
    },
  });
  await expect.poll(() => taken.length, { timeout: 10_000 }).toBe(24);
  expect(taken).toEqual(written);
});

it("polls again if the entry that blocked its group ended during the poll", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let handled = 0;
  const dispatcher = await start({
    maxPerGroup: 1,
    async handle() {
      handled++;
      begun.resolve();
      await ended;
    },
  });
  await dispatcher.idle();
  await write(1);
  await begun.promise;
  const { due } = Entries.prototype;
  vi.spyOn(Entries.prototype, "due").mockImplementationOnce(async function (this: Entries, ...asked) {
    const found = await due.apply(this, asked);
    end();
    await expect.poll(() => dispatcher.handled).toBe(1);
    return found;
  });
  // Another process writes the entry without a wake-up.
  await database.asOwner(
    "INSERT INTO queue.entry (id, queue, data, group_id) VALUES (gen_random_uuid(), 'deliveries', '{}', 'one')",
  );
  dispatcher.look();
  await expect.poll(() => handled).toBe(2);
});

it("polls again if the group was full at the poll by an entry that ended during it", async () => {
  const ends = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const begun = Promise.withResolvers<void>();
  let handled = 0;
  const dispatcher = await start({
    maxPerGroup: 2,
    async handle() {
      const end = ends[handled++];
      begun.resolve();
      await end?.promise;
    },
  });
  await dispatcher.idle();
  await write(1);
  await begun.promise;
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id)
     SELECT gen_random_uuid(), 'deliveries', '{}', 'one' FROM generate_series(1, 2)`,
  );
  const { due } = Entries.prototype;
  vi.spyOn(Entries.prototype, "due").mockImplementationOnce(async function (this: Entries, ...asked) {
    const found = await due.apply(this, asked);
    expect(found.due).toHaveLength(1);
    ends[0]?.resolve();
    await expect.poll(() => dispatcher.handled).toBe(1);
    return found;
  });
  dispatcher.look();
  await expect.poll(() => handled).toBe(3);
  for (const end of ends) end.resolve();
});

it("reserves no place for an entry whose group is full in another process", async () => {
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id, state, heartbeat_at)
     VALUES (gen_random_uuid(), 'deliveries', '{}', 'one', 'taken', now())`,
  );
  let handled = 0;
  const dispatcher = await start({
    maxPerGroup: 1,
    async handle() {
      handled++;
    },
  });
  await dispatcher.idle();
  await write(1);
  await dispatcher.idle();
  expect(handled).toBe(0);
  expect(await statesOf()).toEqual(["taken", "waiting"]);
});

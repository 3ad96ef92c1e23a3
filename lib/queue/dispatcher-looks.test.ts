import { expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import type { DispatcherOptions } from "./dispatcher.ts";
import { Entries } from "./entries.ts";
import { enqueue } from "./queue.ts";
import type { QueueName } from "./queues.ts";
import { queueUpkeep } from "./upkeep.ts";

// What becomes of places that are taken here while a look's answer is on its way.

const { database, tenant, start, statesOf } = dispatchers();

/** Writes entries of an organization as another process does, without a wake-up, each of a group of its own. */
const writeElsewhere = (organizationId: string, count: number, queue: QueueName = "deliveries") =>
  database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id)
     SELECT id, $3, jsonb_build_object('organizationId', $2::text, 'linkedAccountId', $2::text, 'deliveryId', id),
       'elsewhere-' || number
     FROM unnest($1::uuid[]) WITH ORDINALITY AS entry (id, number)`,
    [Array.from({ length: count }, () => newId()), organizationId, queue],
  );

/** Holds the answer of the next look at a queue. */
function holdLook() {
  const [found, answer] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const { due } = Entries.prototype;
  vi.spyOn(Entries.prototype, "due").mockImplementationOnce(async function (this: Entries, ...asked) {
    const all = await due.apply(this, asked);
    found.resolve(all.due.length);
    await answer.promise;
    return all;
  });
  return { found: found.promise, answer: answer.resolve };
}

/** Holds the answer to the next taking of entries, which fails if it is `lost`. */
function holdTaking({ lost = false } = {}) {
  const [taken, answer] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
  const { take } = Entries.prototype;
  vi.spyOn(Entries.prototype, "take").mockImplementationOnce(async function (this: Entries, entries) {
    const all = await take.call(this, entries);
    taken.resolve(all.size);
    await answer.promise;
    if (lost) throw new Error("The database is away");
    return all;
  });
  return { taken: taken.promise, answer: answer.resolve };
}

/** Starts a dispatcher whose entries stay at work until `end` is called. */
async function hanging(given: Partial<DispatcherOptions> = {}) {
  const gate = Promise.withResolvers<void>();
  const atWork: string[] = [];
  const begun: string[] = [];
  let most = 0;
  const dispatcher = await start({
    places: { fresh: 12, all: 12 },
    ...given,
    async handle(data) {
      const { organizationId, deliveryId } = data as { organizationId: string; deliveryId: string };
      begun.push(deliveryId);
      atWork.push(organizationId);
      most = Math.max(most, atWork.length);
      await gate.promise;
      atWork.splice(atWork.indexOf(organizationId), 1);
    },
  });
  await dispatcher.idle();
  const count = (organization: string) => atWork.filter((each) => each === organization).length;
  return { dispatcher, count, begun, most: () => most, end: () => gate.resolve() };
}

/** Writes entries of an organization here, each of a group of its own. */
async function writeHere(organizationId: string, count: number, queue: "deliveries" | "operations" = "deliveries") {
  const owner = { organizationId, linkedAccountId: organizationId };
  for (let index = 0; index < count; index++) {
    await withTenant(owner, (tx) =>
      queue === "operations"
        ? enqueue(tx, queue, { ...owner, jobId: index }, { group: `here-${index}` })
        : enqueue(tx, queue, { ...owner, deliveryId: newId() }, { group: `here-${index}` }),
    );
  }
}

/** Waits until this many entries are taken, and no others. */
const expectTaken = (count: number) =>
  expect.poll(async () => (await statesOf()).filter((state) => state === "taken").length).toBe(count);

/** Expects each entry to be done, with one take and one run of its work. */
async function expectAllDone(begun: string[], count: number) {
  await expect.poll(statesOf, { timeout: 10_000 }).toEqual(Array(count).fill("done"));
  expect([begun.length, new Set(begun).size]).toEqual([count, count]);
  expect(await database.asOwner("SELECT FROM queue.entry WHERE takes <> 1")).toEqual([]);
}

const a = tenant.organizationId;
const [b, c] = [newId(), newId()];

it("keeps an organization's share if it gets places here while a look finds others", async () => {
  const { dispatcher, count, begun, most, end } = await hanging();
  const look = holdLook();
  await writeElsewhere(a, 30);
  dispatcher.look();
  expect(await look.found).toBe(13);
  await writeHere(a, 6);
  expect(count(a)).toBe(6);
  look.answer();
  await expectTaken(6);
  expect(most()).toBe(6);
  end();
  await expectAllDone(begun, 36);
});

it("leaves others their places: of three organizations' entries, a look takes what has places after", async () => {
  const { dispatcher, count, begun, most, end } = await hanging();
  const look = holdLook();
  await writeElsewhere(a, 30);
  dispatcher.look();
  await look.found;
  await writeHere(b, 4);
  look.answer();
  // The first has as many as are free then.
  await expectTaken(8);
  expect([count(a), count(b)]).toEqual([4, 4]);
  await writeHere(c, 1);
  expect(count(c)).toBe(1);
  expect(most()).toBe(9);
  end();
  await expectAllDone(begun, 35);
});

it("begins all that a look has found if what was reserved meanwhile has ended", async () => {
  const { dispatcher, count, begun, end } = await hanging();
  const look = holdLook();
  await writeElsewhere(b, 30);
  end();
  dispatcher.look();
  expect(await look.found).toBe(13);
  await writeHere(b, 6);
  await expect.poll(() => dispatcher.handled).toBe(6);
  look.answer();
  await expectAllDone(begun, 36);
  expect(count(b)).toBe(0);
});

it("counts spare places that were given meanwhile", async () => {
  const { dispatcher, count, begun, most, end } = await hanging({ maxSpare: 4 });
  const look = holdLook();
  await writeElsewhere(a, 30);
  dispatcher.look();
  await look.found;
  const account = { organizationId: a, linkedAccountId: newId() };
  for (let index = 0; index < 10; index++) {
    await withTenant(account, (tx) =>
      enqueue(tx, "deliveries", { ...account, deliveryId: newId() }, { group: `spare-${index}` }),
    );
  }
  const here = count(a);
  look.answer();
  await expectTaken(here);
  expect([count(a), most()]).toEqual([here, here]);
  expect(here).toBeLessThan(9);
  end();
  await expectAllDone(begun, 40);
});

it("keeps a group's limit, too", async () => {
  const { dispatcher, begun, most, end } = await hanging({ places: { fresh: 60, all: 60 }, maxPerGroup: 3 });
  const look = holdLook();
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id)
     SELECT id, 'deliveries', jsonb_build_object('organizationId', $2::text, 'deliveryId', id), 'one'
     FROM unnest($1::uuid[]) AS id`,
    [Array.from({ length: 3 }, () => newId()), a],
  );
  dispatcher.look();
  expect(await look.found).toBe(3);
  // Neither the look nor the writing sees the other's.
  await withTenant(tenant, async (tx) => {
    for (let index = 0; index < 3; index++) {
      await enqueue(tx, "deliveries", { ...tenant, deliveryId: newId() }, { group: "one" });
    }
    look.answer();
  });
  await expectTaken(3);
  expect(most()).toBe(3);
  end();
  await expectAllDone(begun, 6);
});

it("takes what it has left as soon as what was reserved meanwhile is rolled back", async () => {
  const { dispatcher, count, begun, end } = await hanging();
  const look = holdLook();
  const take = vi.spyOn(Entries.prototype, "take");
  await writeElsewhere(a, 30);
  dispatcher.look();
  await look.found;
  const undone = withTenant(tenant, async (tx) => {
    for (let index = 0; index < 6; index++) {
      await enqueue(tx, "deliveries", { ...tenant, deliveryId: newId() }, { group: `undone-${index}` });
    }
    look.answer();
    await expect.poll(() => take.mock.settledResults.map(({ value }) => value)).toEqual([new Map()]);
    expect(count(a)).toBe(0);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await expect.poll(() => count(a)).toBe(6);
  end();
  await expectAllDone(begun, 30);
});

it("does not count what another queue has reserved", async () => {
  const { dispatcher, count, end } = await hanging();
  const other = await hanging({ queue: "operations" });
  const look = holdLook();
  await writeElsewhere(a, 30);
  dispatcher.look();
  await look.found;
  await writeHere(a, 6, "operations");
  expect(other.count(a)).toBe(6);
  look.answer();
  await expect.poll(() => count(a)).toBe(6);
  end();
  other.end();
  await Promise.all([dispatcher.idle(), other.dispatcher.idle()]);
});

it("gives no other the places of what it is taking", async () => {
  const { dispatcher, count, begun, most, end } = await hanging();
  const taking = holdTaking();
  await writeElsewhere(a, 8);
  dispatcher.look();
  expect(await taking.taken).toBe(6);
  await writeHere(a, 6);
  expect([count(a), most()]).toEqual([0, 0]);
  taking.answer();
  await expectTaken(6);
  expect(most()).toBe(6);
  end();
  await expectAllDone(begun, 14);
});

it("loses nothing if the answer is lost: the places are free again, and the leases run out", async () => {
  const { dispatcher, count, begun, end } = await hanging();
  const taking = holdTaking({ lost: true });
  await writeElsewhere(a, 6);
  dispatcher.look();
  expect(await taking.taken).toBe(6);
  taking.answer();
  await dispatcher.idle();
  await writeHere(a, 6);
  await expect.poll(() => count(a)).toBe(6);
  end();
  await dispatcher.stop(60_000);
  expect((await statesOf()).sort()).toEqual([...Array(6).fill("done"), ...Array(6).fill("taken")]);
  await database.asOwner("UPDATE queue.entry SET heartbeat_at = now() - interval '11s' WHERE state = 'taken'");
  await queueUpkeep()();
  const after: string[] = [];
  await start({ handle: async (data) => void after.push((data as { deliveryId: string }).deliveryId) });
  await expect.poll(statesOf).toEqual(Array(12).fill("done"));
  expect([after.length, new Set([...begun, ...after]).size]).toEqual([6, 12]);
});

import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { dispatchers } from "#lib/testing/dispatchers";
import { Entries } from "./entries.ts";
import { completeIn, enqueue, type Leased } from "./queue.ts";
import { listenForEntries } from "./wake.ts";

const { database, tenant, running, start, write, statesOf } = dispatchers();

/** Collects handled entries; `all` resolves with the highest number handled at the same time. */
function collector(count: number) {
  const all = Promise.withResolvers<number>();
  let [taken, atWork, most] = [0, 0, 0];
  const handle = async () => {
    most = Math.max(most, ++atWork);
    await pause(5);
    atWork--;
    if (++taken === count) all.resolve(most);
  };
  return { handle, all: all.promise };
}

it("works off an existing backlog, as many entries at a time as it has places", async () => {
  await write(20);
  const { handle, all } = collector(20);
  const dispatcher = await start({ handle });
  expect(await all).toBe(4);
  await dispatcher.idle();
  expect(await statesOf()).toEqual(Array(20).fill("done"));
  expect(dispatcher.handled).toBe(20);
});

it("takes its own process's entries at once, and those that another process notifies", async () => {
  const seen = collector(1);
  await start({ handle: seen.handle });
  await write(1);
  await seen.all;
  const listener = listenForEntries();
  onTestFinished(() => listener.close());
  const told = collector(2);
  // A look in progress could take the entries that the next one is to take.
  await running.pop()?.stop(5_000);
  await start({ handle: told.handle });
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id)
     SELECT gen_random_uuid(), 'deliveries', '{}', 'one' FROM generate_series(1, 2)`,
  );
  await database.asOwner("SELECT pg_notify('crc_queue', 'operations,deliveries')");
  await told.all;
});

it("settles completed work once the database answers again, without repeating it", async () => {
  const warned = vi.spyOn(logger, "warn");
  onTestFinished(async () => void (await database.asOwner("GRANT UPDATE ON queue.entry TO crc_app")));
  let handled = 0;
  await start({
    async handle() {
      handled++;
      await database.asOwner("REVOKE UPDATE ON queue.entry FROM crc_app");
    },
  });
  await write(1);
  const failures = () => warned.mock.calls.filter(([, message]) => message === "entries could not be settled");
  await expect.poll(() => failures().length).toBeGreaterThan(1);
  await database.asOwner("GRANT UPDATE ON queue.entry TO crc_app");
  await expect.poll(statesOf, { timeout: 5_000 }).toEqual(["done"]);
  expect(handled).toBe(1);
});

it("takes an entry as it is written, with a lease, if it has a place and no entry waits for it", async () => {
  const look = vi.spyOn(Entries.prototype, "due");
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let handled = 0;
  const dispatcher = await start({
    places: { fresh: 4, all: 60 },
    maxPerGroup: 1,
    async handle() {
      handled++;
      begun.resolve();
      await gate.promise;
    },
  });
  await dispatcher.idle();
  look.mockClear();
  await write(1);
  await begun.promise;
  expect(look).not.toHaveBeenCalled();
  const [entry] = await database.asOwner<{ state: string; leased: boolean }>(
    "SELECT state, heartbeat_at IS NOT NULL AS leased FROM queue.entry",
  );
  expect(entry).toEqual({ state: "taken", leased: true });
  // The group has as many entries at work as it may have.
  await write(1);
  expect(handled).toBe(1);
  expect(await statesOf()).toEqual(["taken", "waiting"]);
  gate.resolve();
  await expect.poll(() => handled).toBe(2);
});

it("takes a delayed entry when it is due", { tags: "long" }, async () => {
  const taken = Promise.withResolvers<number>();
  await start({ handle: async () => taken.resolve(Date.now()) });
  const due = new Date(Date.now() + 1_500);
  await write(1, { startAfter: due });
  expect(await taken.promise).toBeGreaterThanOrEqual(due.getTime());
});

it("ignores an entry whose transaction was rolled back", async () => {
  let handled = 0;
  const dispatcher = await start({
    handle: async () => {
      handled++;
    },
  });
  const undone = withTenant(tenant, async (tx) => {
    await enqueue(tx, "deliveries", { ...tenant, deliveryId: newId() }, { group: "one" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await dispatcher.idle();
  expect([handled, await statesOf()]).toEqual([0, []]);
});

it("returns an entry whose work failed, and takes it again", async () => {
  let attempts = 0;
  const done = Promise.withResolvers<void>();
  await start({
    pollMs: 200,
    async handle() {
      if (++attempts === 1) throw new Error("The database was away");
      done.resolve();
    },
  });
  await write(1);
  await done.promise;
  expect(attempts).toBe(2);
  const [entry] = await database.asOwner<{ reason: unknown }>("SELECT reason FROM queue.entry");
  expect(entry?.reason).not.toBeNull();
  expect(JSON.stringify(entry)).not.toContain("database was away");
});

/** Starts a dispatcher of one place and one entry, which stays at work until `release` is called, and then does `last`. */
async function startAtWork(last: (entry: Leased) => Promise<void> = async () => undefined) {
  const begun = Promise.withResolvers<void>();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const dispatcher = await start({
    maxPerGroup: 1,
    async handle(_data, entry) {
      begun.resolve();
      await promise;
      await last(entry);
    },
  });
  await write(1);
  await begun.promise;
  return { dispatcher, release };
}

it("leaves an entry to the process that has taken it since, when it stops", async () => {
  const { dispatcher, release } = await startAtWork();
  // Its lease had run out.
  await database.asOwner("UPDATE queue.entry SET takes = takes + 1, taken_at = now(), heartbeat_at = now()");
  await dispatcher.stop(0);
  expect(await statesOf()).toEqual(["taken"]);
  release();
});

it("neither completes an entry that another process has taken since, nor takes the next one in its place", async () => {
  const completed = Promise.withResolvers<string[]>();
  const { release } = await startAtWork(async (entry) => {
    await withTenant(tenant, (tx) => completeIn(tx, entry));
    completed.resolve(await statesOf());
  });
  await write(1);
  await database.asOwner(
    "UPDATE queue.entry SET takes = takes + 1, taken_at = now(), heartbeat_at = now() WHERE state = 'taken'",
  );
  release();
  expect(await completed.promise).toEqual(["taken", "waiting"]);
});

it("goes on renewing an entry that it has taken again after losing it, when its former work ends", async () => {
  const renewed = vi.spyOn(Entries.prototype, "renew");
  const begun: (() => void)[] = [];
  const again = Promise.withResolvers<void>();
  const dispatcher = await start({
    handle: () =>
      new Promise((done) => {
        if (begun.push(done) === 2) again.resolve();
      }),
  });
  await write(1);
  await expect.poll(() => begun.length).toBe(1);
  // The process stood still for longer than its lease.
  await database.asOwner("UPDATE queue.entry SET state = 'waiting'");
  dispatcher.look();
  await again.promise;
  begun[0]?.();
  await expect.poll(() => dispatcher.handled).toBe(1);
  expect(await statesOf()).toEqual(["taken"]);
  renewed.mockClear();
  await expect
    .poll(() => renewed.mock.calls.flatMap(([entries]) => entries.map(({ takes }) => takes)), { timeout: 3_000 })
    .toEqual([2]);
  begun[1]?.();
  await expect.poll(statesOf).toEqual(["done"]);
});

it("returns unfinished entries when it stops", async () => {
  const { dispatcher, release } = await startAtWork();
  await dispatcher.stop(50);
  expect(await statesOf()).toEqual(["waiting"]);
  release();
});

it("looks again by itself after a look that failed, since its wake-up does not come again", async () => {
  const away = new Error("The database is away");
  vi.spyOn(Entries.prototype, "due").mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  const { handle, all } = collector(6);
  await write(6);
  await start({ handle });
  expect(await all).toBe(4);
});

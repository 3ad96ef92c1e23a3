import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { boss } from "./boss.ts";
import { Dispatcher, type DispatcherOptions } from "./dispatcher.ts";
import { enqueue } from "./queue.ts";
import { listenForEntries } from "./wake.ts";

const database = testDatabase();
const tenant = { organizationId: newId(), linkedAccountId: newId() };
const running: Dispatcher[] = [];

/** Longer than a test may take, so that no entry is found by polling. */
const NO_POLL_MS = 60_000;

afterEach(async () => {
  vi.restoreAllMocks();
  for (const dispatcher of running.splice(0)) await dispatcher.stop(5_000);
  await database.asOwner("DELETE FROM pgboss.job");
});

async function start(given: Partial<DispatcherOptions>): Promise<Dispatcher> {
  const dispatcher = new Dispatcher(await boss(), {
    queue: "deliveries",
    max: 4,
    maxPerGroup: 4,
    handle: async () => undefined,
    pollMs: NO_POLL_MS,
    ...given,
  });
  running.push(dispatcher);
  return dispatcher;
}

const write = (count: number, options: { group?: string; startAfter?: Date } = {}) =>
  withTenant(tenant, async (tx) => {
    for (let index = 0; index < count; index++) {
      await enqueue(tx, "deliveries", { ...tenant, deliveryId: newId() }, { group: "one", ...options });
    }
  });

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

const statesOf = async () => {
  const rows = await database.asOwner<{ state: string }>("SELECT state::text FROM pgboss.job ORDER BY created_on");
  return rows.map(({ state }) => state);
};

it("works off an existing backlog, as many entries at a time as it has places", async () => {
  await write(20);
  const { handle, all } = collector(20);
  const dispatcher = await start({ handle });
  expect(await all).toBe(4);
  await dispatcher.idle();
  expect(await statesOf()).toEqual(Array(20).fill("completed"));
  expect(dispatcher.handled).toBe(20);
});

it("takes its own process's entries at once, and those that another process notifies", async () => {
  const seen = collector(1);
  await start({ handle: seen.handle });
  await write(1);
  await seen.all;
  const listener = listenForEntries();
  const told = collector(2);
  running.pop()?.stop(1_000);
  await start({ handle: told.handle });
  await database.asOwner(
    "INSERT INTO pgboss.job (name, data, retry_limit) VALUES ('deliveries', '{}', 1), ('deliveries', '{}', 1)",
  );
  await database.asOwner("SELECT pg_notify('crc_queue', 'operations,deliveries')");
  await told.all;
  await listener.close();
});

it("limits each group to its share, without delay for others", async () => {
  const handled: string[] = [];
  const others = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let [atWork, most] = [0, 0];
  await write(10, { group: "crowd" });
  const [first] = await database.asOwner<{ group_id: string }>("SELECT group_id FROM pgboss.job LIMIT 1");
  expect(first?.group_id).toBe("crowd");
  await write(2, { group: "other" });
  const groupOf = async (data: object) => {
    const { deliveryId } = data as { deliveryId: string };
    const [row] = await database.asOwner<{ group_id: string }>(
      "SELECT group_id FROM pgboss.job WHERE data->>'deliveryId' = $1",
      [deliveryId],
    );
    return row?.group_id ?? "";
  };
  const dispatcher = await start({
    max: 6,
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
  await expect.poll(statesOf, { timeout: 10_000 }).toEqual(Array(12).fill("completed"));
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
    maxSpare: 5,
    async handle(data) {
      if ((data as { linkedAccountId: string }).linkedAccountId === account) return reached.resolve();
      hanging++;
      await gate.promise;
      hanging--;
    },
  });
  for (let index = 0; index < 30; index++) await write(1, { group: `crowd-${index}` });
  await withTenant(tenant, (tx) =>
    enqueue(tx, "deliveries", { ...tenant, linkedAccountId: account, deliveryId: newId() }, { group: "other" }),
  );
  await reached.promise;
  // The other accounts hold all shared places and none of the spare ones.
  expect(hanging).toBe(4);
  gate.resolve();
  await dispatcher.idle();
  expect(dispatcher.handled).toBe(31);
});

it("takes another group's entry at once while many of one group wait before it", async () => {
  await write(60, { group: "crowd" });
  const late = newId();
  const order: string[] = [];
  const other = Promise.withResolvers<void>();
  let atOther = 0;
  await start({
    max: 6,
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
    "INSERT INTO pgboss.job (name, data, group_id, retry_limit) VALUES ('deliveries', $1, 'other', 1)",
    [{ ...tenant, deliveryId: late }],
  );
  await other.promise;
  expect(atOther - before).toBeLessThan(12);
  await expect.poll(() => order.length, { timeout: 10_000 }).toBe(61);
});

it("settles completed work once the database answers again, without repeating it", async () => {
  const away = new Error("The database is away");
  vi.spyOn(await boss(), "complete")
    .mockRejectedValueOnce(away)
    .mockRejectedValueOnce(away);
  let handled = 0;
  await start({
    async handle() {
      handled++;
    },
  });
  await write(1);
  await expect.poll(statesOf, { timeout: 5_000 }).toEqual(["completed"]);
  expect(handled).toBe(1);
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
    max: 12,
    maxPerGroup: 1,
    async handle(data) {
      taken.push((data as { deliveryId: string }).deliveryId);
    },
  });
  await expect.poll(() => taken.length, { timeout: 10_000 }).toBe(24);
  expect(taken).toEqual(written);
});

it("writes entries like pg-boss, taken or not", async () => {
  const queue = await boss();
  await queue.send("deliveries", { by: "pg-boss" }, { id: newId(), group: { id: "one" } });
  await write(1);
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  await start({
    max: 1,
    async handle() {
      begun.resolve();
      await gate.promise;
    },
  });
  await begun.promise;
  const columns = `to_jsonb(j) - '{id,data,created_on,start_after,keep_until,started_on,heartbeat_on,state}'::text[] AS same,
    (extract(epoch FROM keep_until - start_after))::integer AS kept`;
  const rows = await database.asOwner<{ same: object; kept: number }>(`SELECT ${columns} FROM pgboss.job j`);
  expect(rows).toHaveLength(2);
  expect(rows[1]).toEqual(rows[0]);
  gate.resolve();
});

it("takes an entry as it is written, with a lease, if it has a place and no entry waits for it", async () => {
  const look = vi.spyOn(await boss(), "fetch");
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let handled = 0;
  const dispatcher = await start({
    max: 2,
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
    "SELECT state::text, heartbeat_on IS NOT NULL AS leased FROM pgboss.job",
  );
  expect(entry).toEqual({ state: "active", leased: true });
  // The group has as many entries at work as it may have.
  await write(1);
  expect(handled).toBe(1);
  expect(await statesOf()).toEqual(["active", "created"]);
  gate.resolve();
  await expect.poll(() => handled).toBe(2);
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
  const queue = await boss();
  const fetch = queue.fetch.bind(queue);
  vi.spyOn(queue, "fetch").mockImplementationOnce(async (...asked) => {
    const found = await fetch(...asked);
    end();
    await expect.poll(() => dispatcher.handled).toBe(1);
    return found;
  });
  await write(1);
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
    "INSERT INTO pgboss.job (name, data, group_id, retry_limit) VALUES ('deliveries', '{}', 'one', 1), ('deliveries', '{}', 'one', 1)",
  );
  const queue = await boss();
  const fetch = queue.fetch.bind(queue);
  vi.spyOn(queue, "fetch").mockImplementationOnce(async (...asked) => {
    const found = await fetch(...asked);
    expect(found).toHaveLength(1);
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
    "INSERT INTO pgboss.job (name, data, group_id, state, heartbeat_on) VALUES ('deliveries', '{}', 'one', 'active', now())",
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
  expect(await statesOf()).toEqual(["active", "created"]);
});

it("takes a delayed entry when it is due", async () => {
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
  const [output] = await database.asOwner<{ output: unknown }>("SELECT output FROM pgboss.job");
  expect(JSON.stringify(output)).not.toContain("database was away");
});

it("returns unfinished entries when it stops", async () => {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const dispatcher = await start({
    async handle() {
      begun.resolve();
      await gate.promise;
    },
  });
  await write(1);
  await begun.promise;
  await dispatcher.stop(50);
  expect(await statesOf()).toEqual(["retry"]);
  gate.resolve();
});

import { expect, it, onTestFinished } from "vitest";
import { listenOn } from "#lib/db/listener";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import { listenForEntries, onWoken, wake } from "./wake.ts";
import { Workers } from "./workers.ts";

const { database, start } = dispatchers();

const notify = (words: string) => database.asOwner(`SELECT pg_notify('crc_queue', '${words}')`);

/** Writes entries as a process without takers does, which then only notifies. */
const writeElsewhere = (count: number) =>
  database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id)
     SELECT gen_random_uuid(), 'deliveries', '{}', number::text FROM generate_series(1, ${count}) AS number`,
  );

/** Returns an account for which another worker looks first. */
function accountOf(workers: Workers, other: string): string {
  for (;;) {
    const account = newId();
    // A worker that is silent for seconds counts as ended.
    workers.heard(other);
    if (!workers.isFirstFor(account)) return account;
  }
}

/** Counts handled entries; `reached` resolves once they are so many. */
function counter() {
  let handled = 0;
  const waiting = new Map<number, () => void>();
  return {
    handle: async () => waiting.get(++handled)?.(),
    reached: (count: number) => (handled >= count ? undefined : new Promise<void>((done) => waiting.set(count, done))),
    get handled() {
      return handled;
    },
  };
}

/** Returns whether the worker looks first for every account. */
const isFirstForAll = (workers: Workers) =>
  Array.from({ length: 64 }, () => newId()).every((id) => workers.isFirstFor(id));

it("leaves an account's entries to the worker that looks first for them, until every worker is woken", async () => {
  const workers = new Workers();
  const seen = counter();
  const dispatcher = await start({ handle: seen.handle });
  const listener = listenForEntries(workers);
  onTestFinished(() => listener.close());
  const other = newId();
  // Repeated, since nobody hears the first ones while the listener connects.
  await expect.poll(async () => notify(`worker:${other}`).then(() => isFirstForAll(workers))).toBe(false);
  await dispatcher.idle();

  await writeElsewhere(1);
  await notify(`worker:${other},deliveries:${accountOf(workers, other)}`);
  // Notifications arrive in order: after the effect of this one, the one before has had its own.
  await notify(`gone:${other}`);
  await expect.poll(() => isFirstForAll(workers)).toBe(true);
  await dispatcher.idle();
  expect(seen.handled).toBe(0);

  await notify("deliveries");
  await seen.reached(1);
  await writeElsewhere(1);
  await notify(`deliveries:${newId()}`);
  await seen.reached(2);
});

it("wakes the other workers for entries that have no place here", async () => {
  const gate = Promise.withResolvers<void>();
  await start({ places: { fresh: 1, all: 60 }, handle: () => gate.promise });
  const workers = new Workers();
  const listener = listenForEntries(workers);
  onTestFinished(() => listener.close());
  const heard: string[] = [];
  const other = listenOn("crc_queue", (words) => heard.push(...(words ?? [])));
  onTestFinished(() => other.close());
  await expect
    .poll(async () => notify("worker:another").then(() => heard.length > 0 && !isFirstForAll(workers)))
    .toBe(true);
  await notify("gone:another");
  await writeElsewhere(2);
  await notify(`deliveries:${newId()}`);
  await expect.poll(() => heard).toContain("deliveries");
  gate.resolve();
});

it("has a task done here if it sleeps here, else by the workers of other processes, and wherever a wake-up may be missed", async () => {
  let woken = 0;
  const end = onWoken("emr_events", () => woken++);
  onTestFinished(() => {
    end();
  });
  wake("emr_events");
  expect(woken).toBe(1);
  const listener = listenForEntries(new Workers());
  onTestFinished(() => listener.close());
  await expect.poll(() => woken).toBe(2);
  await notify("emr_events");
  await expect.poll(() => woken).toBe(3);
  end();
  const heard: string[] = [];
  const other = listenOn("crc_queue", (words) => heard.push(...(words ?? [])));
  onTestFinished(() => other.close());
  await expect
    .poll(async () => {
      wake("emr_events");
      return heard;
    })
    .toContain("emr_events");
  expect(woken).toBe(3);
});

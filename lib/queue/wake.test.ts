import { expect, it } from "vitest";
import { listenOn } from "#lib/db/listener";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import { listenForEntries } from "./wake.ts";
import { Workers } from "./workers.ts";

const { database, start } = dispatchers();

const notify = (words: string) => database.asOwner(`SELECT pg_notify('crc_queue', '${words}')`);

/** Writes entries as a process without takers does, which then only notifies. */
const writeElsewhere = (count: number) =>
  database.asOwner(
    `INSERT INTO pgboss.job (name, data, retry_limit) SELECT 'deliveries', '{}', 1 FROM generate_series(1, ${count})`,
  );

/** Returns an account for which the worker looks first, or another one does. */
function accountOf(workers: Workers, isFirst: boolean): string {
  for (;;) {
    const account = newId();
    if (workers.isFirstFor(account) === isFirst) return account;
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
  await dispatcher.idle();
  const listener = listenForEntries(workers);
  const other = newId();
  await notify(`worker:${other}`);
  await expect.poll(() => isFirstForAll(workers)).toBe(false);
  await dispatcher.idle();

  await writeElsewhere(1);
  await notify(`deliveries:${accountOf(workers, false)}`);
  // Notifications arrive in order: after the answer to this one, the one before has had its effect.
  await notify(`gone:${other}`);
  await expect.poll(() => isFirstForAll(workers)).toBe(true);
  await dispatcher.idle();
  expect(seen.handled).toBe(0);

  await notify("deliveries");
  await seen.reached(1);
  await writeElsewhere(1);
  await notify(`deliveries:${newId()}`);
  await seen.reached(2);
  await listener.close();
});

it("wakes the other workers for entries that have no place here", async () => {
  const gate = Promise.withResolvers<void>();
  const dispatcher = await start({ max: 1, handle: () => gate.promise });
  await dispatcher.idle();
  const listener = listenForEntries();
  const heard: string[] = [];
  const other = listenOn("crc_queue", (words) => heard.push(...(words ?? ["connected"])));
  await expect.poll(() => heard).toContain("connected");
  await writeElsewhere(2);
  await notify(`deliveries:${newId()}`);
  await expect.poll(() => heard).toContain("deliveries");
  gate.resolve();
  await listener.close();
  await other.close();
});

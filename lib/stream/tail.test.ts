import { expect, it, vi } from "vitest";
import type { Position } from "./sequence.ts";
import { Subscriber } from "./subscriber.ts";
import { Tail } from "./tail.ts";

/** Rows that grow by themselves; counts how often they are read. */
function growingSource() {
  const rows: Position[] = [];
  let reads = 0;
  const read = async (after: Position) => {
    reads++;
    const found = rows.filter((position) => position > after);
    return { messages: found.map((position) => ({ position, text: `${position};` })), full: false };
  };
  return {
    write: () => rows.push(BigInt(rows.length + 1)),
    reads: () => reads,
    current: async () => 0n,
    next: read,
    passed: read,
  };
}

/** The next that a subscriber gives. */
const next = (subscriber: Subscriber) => new Promise<string | null>((give) => subscriber.take({ give }));

/** What a subscriber was handed until it has heard the last of so many. */
async function hear(subscriber: Subscriber, count: number): Promise<{ text: string; pieces: number }> {
  let text = "";
  let pieces = 0;
  for (; !text.endsWith(`${count};`); pieces++) text += (await next(subscriber)) ?? "";
  return { text, pieces };
}

it("hands many streams together what comes in quick succession, and leaves nothing out", async () => {
  const source = growingSource();
  const tail = new Tail(source, null);
  await tail.start();
  const subscribers = Array.from({ length: 1_000 }, () => new Subscriber(0n));
  for (const subscriber of subscribers) tail.join(subscriber);
  const heard = Promise.all(subscribers.map((subscriber) => hear(subscriber, 50)));
  source.write();
  tail.wake();
  await vi.waitUntil(() => subscribers[0]?.position === 1n);
  const readsBefore = source.reads();
  for (let written = 1; written < 50; written++) {
    source.write();
    tail.wake();
    await new Promise(setImmediate);
  }
  const all = await heard;
  tail.close();
  const everything = Array.from({ length: 50 }, (_, index) => `${index + 1};`).join("");
  expect(all.every(({ text }) => text === everything)).toBe(true);
  // One by one they would be 49 reads, and as many writes to each of the thousand.
  expect(source.reads() - readsBefore).toBeLessThan(10);
  expect(all[0]?.pieces).toBeLessThan(10);
});

it("keeps a few streams waiting for nothing", async () => {
  const source = growingSource();
  const tail = new Tail(source, null);
  await tail.start();
  const subscriber = new Subscriber(0n);
  tail.join(subscriber);
  for (let written = 1; written <= 20; written++) {
    source.write();
    tail.wake();
    expect(await next(subscriber)).toBe(`${written};`);
  }
  tail.close();
});

import { expect, it, vi } from "vitest";
import type { Position } from "./sequence.ts";
import { Subscriber } from "./subscriber.ts";
import { Tail } from "./tail.ts";

/** A source whose rows grow on demand and whose reads are counted. */
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

/** Returns the subscriber's next messages. */
const next = (subscriber: Subscriber) => new Promise<string | null>((give) => subscriber.take({ give }));

/** Reads from a subscriber until it has received the last of `count` messages. */
async function receive(subscriber: Subscriber, count: number): Promise<{ text: string; pieces: number }> {
  let text = "";
  let pieces = 0;
  for (; !text.endsWith(`${count};`); pieces++) text += (await next(subscriber)) ?? "";
  return { text, pieces };
}

it("batches messages in quick succession for many streams without losing any", async () => {
  const source = growingSource();
  const tail = new Tail(source, null);
  await tail.start();
  const subscribers = Array.from({ length: 1_000 }, () => new Subscriber(0n));
  for (const subscriber of subscribers) tail.join(subscriber);
  const received = Promise.all(subscribers.map((subscriber) => receive(subscriber, 50)));
  source.write();
  tail.wake();
  await vi.waitUntil(() => subscribers[0]?.position === 1n);
  const readsBefore = source.reads();
  for (let written = 1; written < 50; written++) {
    source.write();
    tail.wake();
    await new Promise(setImmediate);
  }
  const all = await received;
  tail.close();
  const everything = Array.from({ length: 50 }, (_, index) => `${index + 1};`).join("");
  expect(all.every(({ text }) => text === everything)).toBe(true);
  // Without pacing: 49 reads, and as many writes to each of the thousand streams.
  expect(source.reads() - readsBefore).toBeLessThan(10);
  expect(all[0]?.pieces).toBeLessThan(10);
});

it("leaves turns of the event loop to other work while it writes to many streams", async () => {
  const source = growingSource();
  const tail = new Tail(source, null);
  await tail.start();
  let turns = 0;
  let counting = true;
  const count = () => {
    turns++;
    if (counting) setImmediate(count);
  };
  const subscribers = Array.from({ length: 1_000 }, () => new Subscriber(0n));
  for (const subscriber of subscribers) tail.join(subscriber);
  const received = subscribers.map((subscriber) => next(subscriber).then(() => turns));
  source.write();
  tail.wake();
  count();
  const at = await Promise.all(received);
  counting = false;
  tail.close();
  expect(Math.max(...at) - Math.min(...at)).toBeGreaterThanOrEqual(10);
});

it("does not delay a few streams", async () => {
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

import { expect, it, vi } from "vitest";
import { StreamFollower } from "./follower.ts";
import type { Position } from "./position.ts";
import { Tail } from "./tail.ts";

const tenant = { organizationId: "", linkedAccountId: "" };

/** A source whose rows grow on demand and whose reads are counted. */
function growingSource() {
  const rows: Position[] = [];
  let reads = 0;
  const read = async (_tenant: unknown, after: Position) => {
    reads++;
    const found = rows.filter((position) => position > after);
    return { messages: found.map((position) => ({ position, text: `${position};` })), full: false };
  };
  return {
    write: () => rows.push(BigInt(rows.length + 1)),
    reads: () => reads,
    sequenceAll: async () => 0n,
    readNewMessages: read,
    readMessages: read,
  };
}

/** Makes followers from the tail's first position on. */
const followersOf = (tail: Tail, count: number) => Array.from({ length: count }, () => new StreamFollower(tail, 0n));

/** Returns the follower's next messages. */
const next = (follower: StreamFollower) => new Promise<string | null>((give) => follower.take({ give }));

/** Reads from a follower until it has received the last of `count` messages. */
async function receive(follower: StreamFollower, count: number): Promise<{ text: string; pieces: number }> {
  let text = "";
  let pieces = 0;
  for (; !text.endsWith(`${count};`); pieces++) text += (await next(follower)) ?? "";
  return { text, pieces };
}

it("batches messages in quick succession for many streams without losing any", async () => {
  const source = growingSource();
  const tail = new Tail(tenant, null, source);
  await tail.start();
  const followers = followersOf(tail, 1_000);
  const received = Promise.all(followers.map((follower) => receive(follower, 50)));
  source.write();
  tail.wake();
  await vi.waitUntil(() => followers[0]?.position === 1n);
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
  const tail = new Tail(tenant, null, source);
  await tail.start();
  let turns = 0;
  let counting = true;
  const count = () => {
    turns++;
    if (counting) setImmediate(count);
  };
  const followers = followersOf(tail, 1_000);
  const received = followers.map((follower) => next(follower).then(() => turns));
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
  const tail = new Tail(tenant, null, source);
  await tail.start();
  const [follower] = followersOf(tail, 1) as [StreamFollower];
  for (let written = 1; written <= 20; written++) {
    source.write();
    tail.wake();
    expect(await next(follower)).toBe(`${written};`);
  }
  tail.close();
});

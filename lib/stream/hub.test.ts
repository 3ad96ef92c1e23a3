import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import type { StreamFollower } from "./follower.ts";
import { type HubOptions, StreamHub } from "./hub.ts";
import { appendStreamMessage, listenForWakes, wakeStreams } from "./message.ts";
import { parsePosition } from "./position.ts";

const database = testDatabase();
const hubs: StreamHub[] = [];
let account: TestAccount;

beforeEach(async () => {
  account = await makeLinkedAccount();
});
afterEach(async () => {
  for (const hub of hubs.splice(0)) await hub.close();
});

function makeHub(options: HubOptions): StreamHub {
  const hub = new StreamHub(options);
  hubs.push(hub);
  return hub;
}

const frame = (jobId: number) => ({
  job_id: jobId,
  type: "payments:create",
  status: "queued" as const,
  attempt: 0,
  at: "2026-03-02T10:00:00.000Z",
});

async function write(jobId: number, { wake = true, before = () => Promise.resolve() } = {}): Promise<void> {
  await withTenant(account.tenant, async (tx) => {
    await appendStreamMessage(tx, account.tenant, "job", frame(jobId));
    await before();
  });
  if (wake) wakeStreams(account.tenant.linkedAccountId);
}

interface Received {
  id: string;
  jobId: number;
}

const parse = (text: string): Received[] =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((block) => ({
      id: /^id: (.*)$/m.exec(block)?.[1] ?? "",
      jobId: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "").job_id,
    }));

/** Returns the follower's next messages. */
const next = (follower: StreamFollower): Promise<string | null> =>
  new Promise((give, reject) => {
    void Promise.resolve(follower.take({ give })).catch(reject);
  });

/** Reads from a follower until it has received `count` messages or has ended. */
async function receive(follower: StreamFollower, count: number): Promise<Received[]> {
  const received: Received[] = [];
  while (received.length < count) {
    const text = await next(follower);
    if (text === null) break;
    received.push(...parse(text));
  }
  return received;
}

const jobIds = (received: Received[]) => received.map(({ jobId }) => jobId);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Counts the connections that listen for wake-ups in this file's database. */
const listeners = async () =>
  Number(
    (
      await database.asOwner<{ count: string }>(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crc-listen' AND datname = current_database()",
      )
    )[0]?.count,
  );

describe("with a single source of wake-ups", () => {
  it("delivers by polling, with notifications off", async () => {
    const follower = await makeHub({ listen: null, pollMs: 50 }).open(account.tenant, null);
    const received = receive(follower, 2);
    await write(1, { wake: false });
    await write(2, { wake: false });
    expect(jobIds(await received)).toEqual([1, 2]);
    expect(await listeners()).toBe(0);
  });

  it("delivers by notifications, with polling off", async () => {
    const follower = await makeHub({ listen: listenForWakes, pollMs: null }).open(account.tenant, null);
    for (const jobId of range(1, 5)) {
      const received = receive(follower, 1);
      await write(jobId);
      expect(jobIds(await received)).toEqual([jobId]);
    }
  });

  it("delivers by notifications a message that was written earlier and is committed later", async () => {
    const follower = await makeHub({ listen: listenForWakes, pollMs: null }).open(account.tenant, null);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const older = write(1, {
      before: () => {
        written.resolve();
        return hold;
      },
    });
    await written.promise;
    const first = receive(follower, 1);
    await write(2);
    expect(jobIds(await first)).toEqual([2]);
    const second = receive(follower, 1);
    release();
    await older;
    expect(jobIds(await second)).toEqual([1]);
  });

  it("listens again after a lost connection, and misses nothing", async () => {
    const follower = await makeHub({ listen: listenForWakes, pollMs: null }).open(account.tenant, null);
    const first = receive(follower, 1);
    await write(1);
    await first;
    const second = receive(follower, 1);
    await database.asOwner(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'crc-listen' AND datname = current_database()",
    );
    await write(2);
    expect(jobIds(await second)).toEqual([2]);
  });
});

describe("streams of one account", () => {
  const both: HubOptions = { listen: listenForWakes, pollMs: 200 };

  it("begin with new messages", async () => {
    await write(1);
    const follower = await makeHub(both).open(account.tenant, null);
    const received = receive(follower, 1);
    await write(2);
    expect(jobIds(await received)).toEqual([2]);
  });

  it("send the same ids in every process", async () => {
    const followers = await Promise.all([1, 2, 3].map(() => makeHub(both).open(account.tenant, null)));
    const received = followers.map((follower) => receive(follower, 3));
    for (const jobId of [1, 2, 3]) await write(jobId);
    const [first, ...others] = await Promise.all(received);
    for (const other of others) expect(other).toEqual(first);
  });

  it("resume after the last id, message by message", async () => {
    const hub = makeHub(both);
    const first = await hub.open(account.tenant, null);
    for (const jobId of range(1, 4)) await write(jobId);
    const all = await receive(first, 4);
    for (const [index, { id }] of all.entries()) {
      const follower = await hub.open(account.tenant, parsePosition(id));
      expect(await receive(follower, all.length - index - 1)).toEqual(all.slice(index + 1));
      follower.end();
    }
  });

  it("resume from any of many messages, across pages, without gaps or duplicates", { tags: "long" }, async () => {
    const hub = makeHub(both);
    const first = await hub.open(account.tenant, null);
    // More than a page, in transactions of several sizes.
    await withTenant(account.tenant, async (tx) => {
      for (const jobId of range(1, 515)) await appendStreamMessage(tx, account.tenant, "job", frame(jobId));
    });
    for (const jobId of range(516, 540)) await write(jobId);
    const all = await receive(first, 540);
    expect(jobIds(all)).toEqual(range(1, 540));
    const place = fc.integer({ min: 0, max: all.length - 1 });
    const split = fc.array(fc.integer({ min: 1, max: 520 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(place, split, async (from, pieces) => {
        // Reads from there, reconnects after each piece, and then reads the rest.
        const received: Received[] = [];
        for (const piece of [...pieces, all.length]) {
          const at = all[from + received.length]?.id ?? "";
          const follower = await hub.open(account.tenant, parsePosition(at));
          received.push(...(await receive(follower, Math.min(piece, all.length - from - 1 - received.length))));
          follower.end();
        }
        expect(received).toEqual(all.slice(from + 1));
      }),
      { numRuns: 40 },
    );
    // Also from each of the last messages, which were written in separate transactions.
    for (const [index, { id }] of all.entries()) {
      if (index < 510 || index === all.length - 1) continue;
      const follower = await hub.open(account.tenant, parsePosition(id));
      expect(await receive(follower, all.length - index - 1)).toEqual(all.slice(index + 1));
      follower.end();
    }
  });

  it("resume at their beginning even if nothing was sent", async () => {
    const hub = makeHub(both);
    const first = await hub.open(account.tenant, null);
    first.end();
    await write(1);
    const follower = await hub.open(account.tenant, first.position);
    expect(jobIds(await receive(follower, 1))).toEqual([1]);
  });

  it("begin with new messages after an id beyond the head", async () => {
    await write(1);
    const follower = await makeHub(both).open(account.tenant, parsePosition(`${2n ** 63n}0000000001`));
    const received = receive(follower, 1);
    await write(2);
    expect(jobIds(await received)).toEqual([2]);
  });

  it("receive everything once and in one order while writers commit in any order and readers come and go", async () => {
    const most = 120;
    const hub = makeHub(both);
    const witness = await hub.open(account.tenant, null);
    const witnessed = receive(witness, most);

    const resuming = async () => {
      const received: Received[] = [];
      let position = witness.position;
      while (received.length < most) {
        const follower = await hub.open(account.tenant, position);
        const some = await receive(follower, Math.min(most - received.length, 1 + Math.floor(Math.random() * 9)));
        follower.end();
        received.push(...some);
        position = parsePosition(some.at(-1)?.id ?? "") ?? position;
      }
      return received;
    };
    const readers = [resuming(), resuming()];

    // Each writer keeps its transaction open until a random other writer has begun, so that commits overlap.
    const begun: (() => void)[] = [];
    const writer = async (ids: number[]) => {
      for (const jobId of ids) {
        await write(jobId, {
          before: async () => {
            begun.splice(Math.floor(Math.random() * begun.length), 1)[0]?.();
            if (Math.random() < 0.5) return;
            const { promise, resolve } = Promise.withResolvers<void>();
            begun.push(resolve);
            setTimeout(resolve, 20);
            await promise;
          },
        });
      }
    };
    await Promise.all(range(0, 5).map((index) => writer(range(index * 20 + 1, index * 20 + 20))));

    const all = await witnessed;
    expect(jobIds(all).sort((a, b) => a - b)).toEqual(range(1, most));
    for (const reader of await Promise.all(readers)) expect(reader).toEqual(all);
  });

  it("send no message of another account", async () => {
    const other = await makeLinkedAccount();
    const hub = makeHub(both);
    const foreign = await hub.open(other.tenant, null);
    const own = await hub.open(account.tenant, null);
    const received = receive(own, 1);
    await write(1);
    await received;
    const nothing = next(foreign);
    foreign.end();
    expect(await nothing).toBeNull();
  });
});

describe("the hub ends", () => {
  it("a reader that is too slow, which resumes without a gap", async () => {
    const hub = makeHub({ listen: listenForWakes, pollMs: 200, maxWaiting: 5 });
    const slow = await hub.open(account.tenant, null);
    const quick = await hub.open(account.tenant, null);
    const first = receive(slow, 1);
    for (const jobId of range(1, 11)) {
      const received = receive(quick, 1);
      await write(jobId);
      expect(jobIds(await received)).toEqual([jobId]);
    }
    const [last] = await first;
    expect(slow.ended).toBe(true);
    expect(await next(slow)).toBeNull();
    const again = await hub.open(account.tenant, parsePosition(last?.id ?? ""));
    expect(jobIds(await receive(again, 10))).toEqual(range(2, 11));
  });

  it("every follower when the process ends, and later ones at once", async () => {
    const hub = makeHub({ listen: listenForWakes, pollMs: 200 });
    const waiting = next(await hub.open(account.tenant, null));
    await hub.close();
    expect(await waiting).toBeNull();
    expect(await listeners()).toBe(0);
    await expect(hub.open(account.tenant, null)).rejects.toMatchObject({ code: "unavailable" });
  });
});

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { parsePosition } from "./cursor.ts";
import type { Feed } from "./feed.ts";
import { type HubOptions, StreamHub } from "./hub.ts";
import { appendStreamMessage } from "./message.ts";
import { listenForWakes, wakeStreams } from "./wake.ts";

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

interface Heard {
  id: string;
  jobId: number;
}

const parse = (text: string): Heard[] =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((block) => ({
      id: /^id: (.*)$/m.exec(block)?.[1] ?? "",
      jobId: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "").job_id,
    }));

/** The next that a feed gives. */
const next = (feed: Feed): Promise<string | null> =>
  new Promise((give, reject) => {
    void Promise.resolve(feed.take({ give })).catch(reject);
  });

/** Reads from a feed until it has heard this many messages, or has ended. */
async function hear(feed: Feed, count: number): Promise<Heard[]> {
  const heard: Heard[] = [];
  while (heard.length < count) {
    const text = await next(feed);
    if (text === null) break;
    heard.push(...parse(text));
  }
  return heard;
}

const jobIds = (heard: Heard[]) => heard.map(({ jobId }) => jobId);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** How many connections listen for wake-ups in this file's database. */
const listeners = async () =>
  Number(
    (
      await database.asOwner<{ count: string }>(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crc-listen' AND datname = current_database()",
      )
    )[0]?.count,
  );

describe("with one source of wake-ups", () => {
  it("delivers by the poll alone, with notifications off", async () => {
    const feed = await makeHub({ listen: null, pollMs: 50 }).open(account.tenant, null);
    const heard = hear(feed, 2);
    await write(1, { wake: false });
    await write(2, { wake: false });
    expect(jobIds(await heard)).toEqual([1, 2]);
    expect(await listeners()).toBe(0);
  });

  it("delivers by notifications alone, with the poll off", async () => {
    const feed = await makeHub({ listen: listenForWakes, pollMs: null }).open(account.tenant, null);
    for (const jobId of range(1, 5)) {
      const heard = hear(feed, 1);
      await write(jobId);
      expect(jobIds(await heard)).toEqual([jobId]);
    }
  });

  it("delivers by notifications alone a message that was written earlier and is committed later", async () => {
    const feed = await makeHub({ listen: listenForWakes, pollMs: null }).open(account.tenant, null);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const older = write(1, {
      before: () => {
        written.resolve();
        return hold;
      },
    });
    await written.promise;
    const first = hear(feed, 1);
    await write(2);
    expect(jobIds(await first)).toEqual([2]);
    const second = hear(feed, 1);
    release();
    await older;
    expect(jobIds(await second)).toEqual([1]);
  });

  it("listens again after its connection was cut, and misses nothing", async () => {
    const feed = await makeHub({ listen: listenForWakes, pollMs: null }).open(account.tenant, null);
    const first = hear(feed, 1);
    await write(1);
    await first;
    const second = hear(feed, 1);
    await database.asOwner(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'crc-listen' AND datname = current_database()",
    );
    await write(2);
    expect(jobIds(await second)).toEqual([2]);
  });
});

describe("streams of one account", () => {
  const both: HubOptions = { listen: listenForWakes, pollMs: 200 };

  it("begin with what comes next", async () => {
    await write(1);
    const feed = await makeHub(both).open(account.tenant, null);
    const heard = hear(feed, 1);
    await write(2);
    expect(jobIds(await heard)).toEqual([2]);
  });

  it("send the same ids in every process", async () => {
    const feeds = await Promise.all([1, 2, 3].map(() => makeHub(both).open(account.tenant, null)));
    const heard = feeds.map((feed) => hear(feed, 3));
    for (const jobId of [1, 2, 3]) await write(jobId);
    const [first, ...others] = await Promise.all(heard);
    for (const other of others) expect(other).toEqual(first);
  });

  it("resume by the last id, message by message", async () => {
    const hub = makeHub(both);
    const first = await hub.open(account.tenant, null);
    for (const jobId of range(1, 4)) await write(jobId);
    const all = await hear(first, 4);
    for (const [index, { id }] of all.entries()) {
      const feed = await hub.open(account.tenant, parsePosition(id));
      expect(await hear(feed, all.length - index - 1)).toEqual(all.slice(index + 1));
      feed.end();
    }
  });

  it("resume from any of many messages, over the ends of pages, without a gap or a double", async () => {
    const hub = makeHub(both);
    const first = await hub.open(account.tenant, null);
    // More than a page; transactions of several sizes.
    await withTenant(account.tenant, async (tx) => {
      for (const jobId of range(1, 515)) await appendStreamMessage(tx, account.tenant, "job", frame(jobId));
    });
    for (const jobId of range(516, 540)) await write(jobId);
    const all = await hear(first, 540);
    expect(jobIds(all)).toEqual(range(1, 540));
    const place = fc.integer({ min: 0, max: all.length - 1 });
    const split = fc.array(fc.integer({ min: 1, max: 520 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(place, split, async (from, pieces) => {
        // Reads on from there, comes back after each piece, and then hears the rest.
        const heard: Heard[] = [];
        for (const piece of [...pieces, all.length]) {
          const at = all[from + heard.length]?.id ?? "";
          const feed = await hub.open(account.tenant, parsePosition(at));
          heard.push(...(await hear(feed, Math.min(piece, all.length - from - 1 - heard.length))));
          feed.end();
        }
        expect(heard).toEqual(all.slice(from + 1));
      }),
      { numRuns: 40 },
    );
    // And from each of the last ones, which lie in transactions of their own.
    for (const [index, { id }] of all.entries()) {
      if (index < 510 || index === all.length - 1) continue;
      const feed = await hub.open(account.tenant, parsePosition(id));
      expect(await hear(feed, all.length - index - 1)).toEqual(all.slice(index + 1));
      feed.end();
    }
  });

  it("resume where they began though nothing was sent", async () => {
    const hub = makeHub(both);
    const first = await hub.open(account.tenant, null);
    first.end();
    await write(1);
    const feed = await hub.open(account.tenant, first.position);
    expect(jobIds(await hear(feed, 1))).toEqual([1]);
  });

  it("begin with what comes next after an id from the future", async () => {
    await write(1);
    const feed = await makeHub(both).open(account.tenant, parsePosition(`${2n ** 63n}0000000001`));
    const heard = hear(feed, 1);
    await write(2);
    expect(jobIds(await heard)).toEqual([2]);
  });

  it("hear everything once and in one order while writers commit in any order and readers come and go", async () => {
    const most = 120;
    const hub = makeHub(both);
    const witness = await hub.open(account.tenant, null);
    const witnessed = hear(witness, most);

    const resuming = async () => {
      const heard: Heard[] = [];
      let position = witness.position;
      while (heard.length < most) {
        const feed = await hub.open(account.tenant, position);
        const some = await hear(feed, Math.min(most - heard.length, 1 + Math.floor(Math.random() * 9)));
        feed.end();
        heard.push(...some);
        position = parsePosition(some.at(-1)?.id ?? "") ?? position;
      }
      return heard;
    };
    const readers = [resuming(), resuming()];

    // Each writer holds its transaction open until a random other one has begun, so that commits cross.
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

  it("tell nothing of another account", async () => {
    const other = await makeLinkedAccount();
    const hub = makeHub(both);
    const foreign = await hub.open(other.tenant, null);
    const own = await hub.open(account.tenant, null);
    const heard = hear(own, 1);
    await write(1);
    await heard;
    const nothing = next(foreign);
    foreign.end();
    expect(await nothing).toBeNull();
  });
});

describe("ends", () => {
  it("drop a reader that is too slow, and it resumes without a gap", async () => {
    const hub = makeHub({ listen: listenForWakes, pollMs: 200, mostWaiting: 5 });
    const slow = await hub.open(account.tenant, null);
    const quick = await hub.open(account.tenant, null);
    const first = hear(slow, 1);
    for (const jobId of range(1, 11)) {
      const heard = hear(quick, 1);
      await write(jobId);
      expect(jobIds(await heard)).toEqual([jobId]);
    }
    const [last] = await first;
    expect(slow.ended).toBe(true);
    expect(await next(slow)).toBeNull();
    const again = await hub.open(account.tenant, parsePosition(last?.id ?? ""));
    expect(jobIds(await hear(again, 10))).toEqual(range(2, 11));
  });

  it("come to every reader when the process ends, and to those that come later", async () => {
    const hub = makeHub({ listen: listenForWakes, pollMs: 200 });
    const waiting = next(await hub.open(account.tenant, null));
    await hub.close();
    expect(await waiting).toBeNull();
    expect(await listeners()).toBe(0);
    await expect(hub.open(account.tenant, null)).rejects.toMatchObject({ status: 503 });
  });
});

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import type { StreamFollower } from "./follower.ts";
import { StreamHub } from "./hub.ts";
import { appendStreamMessage, listenForWakes, wakeStreams } from "./message.ts";

/**
 * Delivery takes some milliseconds; the limit allows for a busy machine. The transaction stays open until the test
 * ends.
 */
const SOON_MS = 10_000;

const database = testDatabase();
const ends: (() => Promise<void>)[] = [];
let account: TestAccount;

beforeEach(async () => {
  account = await makeLinkedAccount();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const append = ({ tenant }: TestAccount, jobId: number, before = () => Promise.resolve()) =>
  withTenant(tenant, async (tx) => {
    const at = "2026-03-02T10:00:00.000Z";
    await appendStreamMessage(tx, tenant, "job", {
      job_id: jobId,
      type: "payments:create",
      status: "queued",
      attempt: 0,
      at,
    });
    await before();
  });

/** Opens a transaction that has written one of the account's messages and stays open until the test ends. */
async function holdMessage(of: TestAccount): Promise<void> {
  const written = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = append(of, 99, () => {
    written.resolve();
    return promise;
  });
  await written.promise;
  ends.push(async () => {
    resolve();
    await done;
  });
}

/** Opens a transaction with writes in another database of the same server, until the test ends. */
async function holdElsewhere(): Promise<void> {
  const url = new URL(database.ownerUrl);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  ends.push(() => client.end());
  await client.query("BEGIN; CREATE TEMPORARY TABLE held ()");
}

async function openFollower(): Promise<StreamFollower> {
  const hub = new StreamHub({ listen: listenForWakes, pollMs: null });
  ends.push(() => hub.close());
  return hub.open(account.tenant, null);
}

const receive = (follower: StreamFollower): Promise<string | null> =>
  new Promise((give, reject) => void Promise.resolve(follower.take({ give })).catch(reject));

it.each<[string, () => Promise<void>]>([
  ["transaction of another account", async () => holdMessage(await makeLinkedAccount())],
  ["transaction of the same account", () => holdMessage(account)],
  ["transaction in another database of the server", holdElsewhere],
])("is not delayed by an open %s", async (_whose, hold) => {
  await hold();
  const follower = await openFollower();
  for (const jobId of [1, 2, 3]) {
    const received = receive(follower);
    await append(account, jobId);
    wakeStreams(account.tenant.linkedAccountId);
    const text = await Promise.race([received, pause(SOON_MS, "nothing")]);
    expect(text).toContain(`"job_id":${jobId},`);
  }
});

import { sql } from "drizzle-orm";
import pg, { type Notification } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { notifierOf } from "./notifier.ts";
import { type Transaction, withTenant } from "./tenant.ts";
import { commitWith } from "./write.ts";

const database = testDatabase();
const CHANNEL = "crc_notifier_test";
let listening: pg.Client;
const heard: Notification[] = [];

beforeAll(async () => {
  listening = new pg.Client({ connectionString: database.ownerUrl });
  await listening.connect();
  listening.on("notification", (notification) => heard.push(notification));
  await listening.query(`LISTEN ${CHANNEL}`);
});

afterAll(() => listening.end());

const aTenant = () => ({ organizationId: newId(), linkedAccountId: newId() });

async function connectionOf(tx: Transaction): Promise<number | undefined> {
  const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  return rows[0]?.pid;
}

const payloads = () => heard.map(({ payload }) => payload);

it("notifies by itself while nothing is committed", async () => {
  notifierOf(CHANNEL, 0).add("alone");
  await expect.poll(payloads).toEqual(["alone"]);
});

it("sends the words behind the next commit, on its connection, in one notification", async () => {
  heard.length = 0;
  const pid = await withTenant(aTenant(), async (tx) => {
    const connection = await connectionOf(tx);
    notifierOf(CHANNEL, 0).add("one");
    notifierOf(CHANNEL, 0).add("two");
    await commitWith(tx, []);
    return connection;
  });
  await expect.poll(payloads).toEqual(["one,two"]);
  expect(heard[0]?.processId).toBe(pid);
});

it("notifies of earlier commits behind one that is rolled back", async () => {
  heard.length = 0;
  const failed = withTenant(aTenant(), async (tx) => {
    await connectionOf(tx);
    notifierOf(CHANNEL, 0).add("earlier");
    const refused = tx.execute(sql`SELECT 1 / 0`);
    await Promise.all([refused, commitWith(tx, [])]);
  });
  await expect(failed).rejects.toThrow();
  await expect.poll(payloads).toEqual(["earlier"]);
});

it("sends at once what waits when it is flushed, in the order in which it was added", async () => {
  heard.length = 0;
  const notifier = notifierOf(CHANNEL, 0);
  for (const word of ["worker:1", "gone:1"]) notifier.add(word);
  await notifier.flush();
  await notifier.flush();
  await expect.poll(payloads).toEqual(["worker:1,gone:1"]);
});

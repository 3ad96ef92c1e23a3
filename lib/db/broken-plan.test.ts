import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { sandboxPool, sandboxTransaction } from "#lib/emr/sandbox/pool";
import { newId } from "#lib/kernel/id";
import { closeSingletons } from "#lib/kernel/singleton";
import { testDatabase } from "#lib/testing/test-database";
import { afterCommit, commitNext, sendIn } from "./door.ts";
import { named } from "./named.ts";
import { appPool } from "./pool.ts";
import { readTenant, readTenantAtOnce, type Transaction, withTenant } from "./tenant.ts";
import { DatabaseUnavailable } from "./unavailable.ts";
import { withoutTenant } from "./without-tenant.ts";

const database = testDatabase();

beforeAll(() => database.asOwner("CREATE TABLE grown (id integer); GRANT SELECT, INSERT ON grown TO PUBLIC"));
afterAll(() => database.asOwner("DROP TABLE grown"));

const tenant = { organizationId: newId(), linkedAccountId: newId() };

const all = sql`SELECT g.*, pg_backend_pid() AS pid FROM (SELECT 1) one LEFT JOIN grown g ON g.id > ${0}`;
const inTransaction = (tx: Transaction) => tx.execute<{ pid: number }>(all).then(({ rows }) => rows[0]?.pid);
const WAYS = [
  { way: "withTenant", read: () => withTenant(tenant, inTransaction) },
  { way: "readTenant", read: () => readTenant(tenant, inTransaction) },
  { way: "readTenantAtOnce", read: () => readTenantAtOnce(tenant, inTransaction) },
  { way: "withoutTenant", read: () => withoutTenant<{ pid: number }>(all).then(([row]) => row?.pid) },
];

/** Waits until every connection is back, so that the next statement takes the one that is there. */
const idle = () => vi.waitUntil(() => appPool().idleCount === appPool().totalCount);

beforeEach(closeSingletons);

const BREAKS = [
  { code: "26000", breakIt: () => withoutTenant(sql`DEALLOCATE ALL`) },
  { code: "0A000", breakIt: () => database.asOwner(`ALTER TABLE grown ADD COLUMN c${newId()} text`) },
];

it.each(BREAKS.flatMap((broken) => WAYS.map((way) => ({ ...broken, ...way }))))(
  "closes a connection that shows $code in $way, and calls it passing",
  async ({ code, breakIt, ...way }) => {
    const read = () => way.read().finally(idle);
    const pid = await read();
    expect(await read()).toBe(pid);
    await breakIt();
    const failed = await read().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(DatabaseUnavailable);
    expect(failed).toMatchObject({ code, saved: "nothing" });
    const next = await read();
    expect(next).not.toBe(pid);
    expect(await read()).toBe(next);
    expect(await database.asOwner("SELECT FROM pg_stat_activity WHERE pid = $1", [pid])).toEqual([]);
  },
);

it("closes a connection of the simulator whose plan is gone", async () => {
  const write = () =>
    sandboxTransaction(async (client) => {
      const { rows } = await client.query<{ pid: number }>(named("SELECT pg_backend_pid() AS pid, $1::text", [""]));
      return rows[0]?.pid;
    });
  const pid = await write();
  expect(await write()).toBe(pid);
  await sandboxPool().query("DEALLOCATE ALL");
  await expect(write()).rejects.toMatchObject({ code: "26000" });
  expect(await write()).not.toBe(pid);
});

const unbindable = {
  toPostgres: () => {
    throw new Error("cannot be bound");
  },
};

const REFUSALS = [
  {
    name: "a value that it cannot bind",
    refused: (tx: Transaction) => sendIn(tx, { text: "SELECT $1::text", values: [unbindable] }),
    message: "cannot be bound",
  },
  {
    name: "a name that is used twice",
    refused: (tx: Transaction) =>
      Promise.all([sendIn(tx, { name: "twice", text: "SELECT 1" }), sendIn(tx, { name: "twice", text: "SELECT 2" })]),
    message: "must be unique",
  },
];

it.each(
  REFUSALS.flatMap((refusal) => [
    { ...refusal, end: "with its last statements", next: true },
    { ...refusal, end: "after them", next: false },
  ]),
)("commits nothing $end if the driver refuses $name, and closes the connection", async ({ refused, message, next }) => {
  const calls: string[] = [];
  const backend = async (tx: Transaction) =>
    (await sendIn<{ pid: number }>(tx, { text: "SELECT pg_backend_pid() AS pid" })).rows[0]?.pid;
  let pid: number | undefined;
  const write = (swallow: boolean) =>
    withTenant(tenant, async (tx) => {
      afterCommit(
        tx,
        () => calls.push("committed"),
        () => calls.push("rolled back"),
      );
      pid = await backend(tx);
      // In a turn of its own, which no promise of this one precedes.
      await nextTurn();
      if (next) commitNext(tx);
      const sent = [sendIn(tx, { text: "INSERT INTO grown (id) VALUES ($1)", values: [1] }), refused(tx)];
      await (swallow ? Promise.allSettled(sent) : Promise.all(sent));
    });
  await expect(write(false)).rejects.toThrow(message);
  const first = pid;
  await expect(write(true)).rejects.toThrow("The transaction was rolled back");
  expect(pid).not.toBe(first);
  expect(await readTenant(tenant, backend)).not.toBe(pid);
  expect(calls).toEqual(["rolled back", "rolled back"]);
  expect(await database.asOwner("SELECT FROM grown")).toEqual([]);
  expect(appPool().totalCount).toBe(1);
});

import { Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { newId } from "#lib/kernel/id";
import { closeSingletons } from "#lib/kernel/singleton";
import { testDatabase } from "#lib/testing/test-database";
import { afterCommit, commitNext, sendIn } from "./door.ts";
import { appPool } from "./pool.ts";
import { prepared } from "./prepared.ts";
import { readTenant, readTenantAtOnce, type Transaction, withTenant } from "./tenant.ts";

const database = testDatabase();

const aTenant = () => ({ organizationId: newId(), linkedAccountId: newId() });
type Tenant = ReturnType<typeof aTenant>;

afterEach(() => {
  vi.restoreAllMocks();
});

const tenantSeen = async (tx: Transaction) => {
  const { rows } = await tx.execute<{ organization: string; account: string }>(
    sql`SELECT current_setting('app.organization_id') AS organization, current_setting('app.linked_account_id') AS account`,
  );
  return rows[0];
};

const seenAs = ({ organizationId, linkedAccountId }: Tenant) => ({
  organization: organizationId,
  account: linkedAccountId,
});

it.each(["", "x".repeat(32), "-".repeat(36), `${"0".repeat(32)}'; --`, `${"0".repeat(8)}-${"0".repeat(24)}`])(
  "sends nothing for a tenant with invalid UUIDs: %j",
  async (id) => {
    for (const tenant of [
      { organizationId: id, linkedAccountId: null },
      { organizationId: newId(), linkedAccountId: id || "none" },
    ]) {
      await expect(readTenant(tenant, tenantSeen)).rejects.toThrow("must be UUIDs");
    }
  },
);

/** Counts the packets sent to PostgreSQL until `work` is done and its connection is free again. */
async function packetsOf(work: () => Promise<unknown>): Promise<number> {
  const pool = appPool();
  const single = vi.spyOn(Socket.prototype, "_write");
  const joint = vi.spyOn(Socket.prototype as Required<Socket>, "_writev");
  await work();
  await vi.waitUntil(() => pool.idleCount === pool.totalCount);
  const packets = single.mock.calls.length + joint.mock.calls.length;
  vi.restoreAllMocks();
  return packets;
}

it("separates the tenants of reads that share the connections", async () => {
  const tenants = Array.from({ length: 60 }, aTenant);
  const doors = [readTenantAtOnce, readTenant, withTenant];
  const seen = await Promise.all(
    tenants.map((tenant, index) => doors[index % doors.length]?.(tenant, (tx) => tenantSeen(tx))),
  );
  expect(seen).toEqual(tenants.map(seenAs));
});

it("sends a read's statements in one packet", async () => {
  const tenant = aTenant();
  await readTenant(tenant, tenantSeen);
  const atOnce = await packetsOf(() => readTenantAtOnce(tenant, (tx) => Promise.all([tenantSeen(tx), tenantSeen(tx)])));
  const oneByOne = await packetsOf(() =>
    readTenant(tenant, async (tx) => [await tenantSeen(tx), await tenantSeen(tx)]),
  );
  expect([atOnce, oneByOne]).toEqual([1, 3]);
});

it("sends simultaneous statements in one packet, within a write as well", async () => {
  const together = await packetsOf(() =>
    withTenant(aTenant(), (tx) => Promise.all([tenantSeen(tx), tenantSeen(tx), tenantSeen(tx)])),
  );
  // The COMMIT waits for the responses.
  expect(together).toBe(2);
});

it("commits in the same packet as a write's last statements", async () => {
  const tenant = aTenant();
  const packets = await packetsOf(() =>
    withTenant(tenant, async (tx) => {
      commitNext(tx);
      return Promise.all([tenantSeen(tx), tenantSeen(tx)]);
    }),
  );
  expect(packets).toBe(1);
});

it("saves nothing, and reports it, if one of the last statements fails", async () => {
  const calls: string[] = [];
  const failed = withTenant(aTenant(), async (tx) => {
    afterCommit(
      tx,
      () => calls.push("committed"),
      () => calls.push("rolled back"),
    );
    commitNext(tx);
    await Promise.allSettled([tx.execute(sql`SELECT 1 / 0`), tenantSeen(tx)]);
  });
  await expect(failed).rejects.toThrow("The transaction was rolled back");
  expect(calls).toEqual(["rolled back"]);
});

it("saves nothing if an exception is thrown beside a write's last statements", async () => {
  const calls: string[] = [];
  const key = newId();
  const undone = withTenant(aTenant(), async (tx) => {
    afterCommit(
      tx,
      () => calls.push("committed"),
      () => calls.push("rolled back"),
    );
    commitNext(tx);
    const written = tx.execute(sql`INSERT INTO rate_window (caller, minute, requests) VALUES (${key}, now(), 1)`);
    await Promise.all([written, Promise.reject(new Error("thrown"))]);
  });
  await expect(undone).rejects.toThrow("thrown");
  expect(calls).toEqual(["rolled back"]);
  expect(await database.asOwner("SELECT FROM rate_window WHERE caller = $1", [key])).toEqual([]);
});

it.each([
  { name: "withTenant", transaction: withTenant },
  { name: "readTenant", transaction: readTenant },
  { name: "readTenantAtOnce", transaction: readTenantAtOnce },
])(
  "throws the first failed statement's error from $name, even if a later one's arrives first",
  async ({ transaction }) => {
    const failing = (tx: Transaction) => {
      // Promises, as drizzle's own thenables would send the second statement once more when it is awaited twice.
      const first = sendIn(tx, { text: "SELECT 1 / 0" });
      const second = sendIn(tx, { text: "SELECT 1" });
      return Promise.all([first.catch(() => second), second]);
    };
    await expect(transaction(aTenant(), failing)).rejects.toMatchObject({ code: "22012" });
  },
);

it("refuses a statement after a write's last ones", async () => {
  const late = withTenant(aTenant(), async (tx) => {
    commitNext(tx);
    await tenantSeen(tx);
    await tenantSeen(tx);
  });
  await expect(late).rejects.toThrow(expect.objectContaining({ cause: new Error("The transaction has ended") }));
});

it("waits for the disk at a commit unless `durable` is false", async () => {
  // The test server does not wait for the disk by default; connections opened from now on do.
  const name = new URL(database.ownerUrl).pathname.slice(1);
  await database.asOwner(`ALTER DATABASE ${name} SET synchronous_commit = on`);
  await closeSingletons();
  const waits = (options?: { durable: boolean }) =>
    withTenant(
      aTenant(),
      async (tx) => (await tx.execute(sql`SELECT current_setting('synchronous_commit') AS waits`)).rows[0]?.waits,
      options,
    );
  expect([await waits({ durable: false }), await waits(), await waits({ durable: true })]).toEqual(["off", "on", "on"]);
});

it("refuses a statement after the end of the read's transaction", async () => {
  const late = readTenantAtOnce(aTenant(), async (tx) => {
    await tenantSeen(tx);
    return tenantSeen(tx);
  });
  await expect(late).rejects.toThrow(expect.objectContaining({ cause: new Error("The transaction has ended") }));
  const tenant = aTenant();
  expect(await readTenantAtOnce(tenant, tenantSeen)).toEqual(seenAs(tenant));
});

it("refuses a statement of an ended transaction", async () => {
  let kept: Transaction | undefined;
  await withTenant(aTenant(), async (tx) => {
    kept = tx;
  });
  await expect((async () => kept && tenantSeen(kept))()).rejects.toThrow(
    expect.objectContaining({ cause: new Error("The transaction has ended") }),
  );
});

it("returns the connections even if one of several reads fails", async () => {
  for (let round = 0; round < 40; round++) {
    await expect(readTenantAtOnce(aTenant(), (tx) => tx.execute(sql`SELECT 1 / 0`))).rejects.toThrow();
    await expect(readTenantAtOnce(aTenant(), () => Promise.reject(new Error("none of it")))).rejects.toThrow("none");
  }
  const tenant = aTenant();
  expect(await readTenantAtOnce(tenant, tenantSeen)).toEqual(seenAs(tenant));
});

it("runs a prepared statement for the current tenant on a reused connection", async () => {
  const settings = prepared((tx) =>
    tx
      .select({ value: sql<string>`current_setting('app.organization_id') || ${sql.placeholder("suffix")}::text` })
      .from(sql`(SELECT 1) AS one`),
  );
  for (let round = 0; round < 20; round++) {
    const tenant = aTenant();
    const rows = await readTenantAtOnce(tenant, (tx) => settings(tx).execute({ suffix: `-${round}` }));
    expect(rows).toEqual([{ value: `${tenant.organizationId}-${round}` }]);
  }
});

it("keeps the values of a prepared statement's shapes apart, whatever their number", async () => {
  const numbers = prepared((tx, { asked }: { asked: string[] }) =>
    tx
      .select({
        sum: sql<string>`concat_ws('+', ${sql.join(
          asked.map((name) => sql`${sql.placeholder(name)}::text`),
          sql`, `,
        )})`,
      })
      .from(sql`(SELECT 1) AS one`),
  );
  const shapes = Array.from({ length: 120 }, (_, index) =>
    ["a", "b", "c"].slice(0, (index % 3) + 1).concat(index < 60 ? [] : `d${index}`),
  );
  for (const [round, asked] of shapes.entries()) {
    const values = Object.fromEntries(asked.map((name) => [name, `${name}${round}`]));
    const rows = await readTenantAtOnce(aTenant(), (tx) => numbers(tx, { asked }).execute({ ...values, unasked: "x" }));
    expect(rows).toEqual([{ sum: Object.values(values).join("+") }]);
  }
});

it("runs callbacks after their commit, and not without a commit", async () => {
  const calls: string[] = [];
  const record = (tx: Transaction, what: string) => afterCommit(tx, () => calls.push(what));
  await withTenant(aTenant(), async (tx) => {
    record(tx, "first");
    await tenantSeen(tx);
    expect(calls).toEqual([]);
    record(tx, "second");
  });
  const undone = withTenant(aTenant(), async (tx) => {
    record(tx, "never");
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await withTenant(aTenant(), tenantSeen);
  expect(calls).toEqual(["first", "second"]);
});

it("survives connections that PostgreSQL ends during use, between two statements", async () => {
  const lost = withTenant(aTenant(), async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const socket = vi.spyOn(Socket.prototype, "destroy");
    await database.asOwner("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    await vi.waitUntil(() => socket.mock.calls.length > 0);
    await tx.execute(sql`SELECT 1`);
  });
  await expect(lost).rejects.toThrow();
  await withTenant(aTenant(), (tx) => tx.execute(sql`SELECT 1`));
});

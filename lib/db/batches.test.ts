import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { testDatabase } from "#lib/testing/test-database";
import { alone, type Batching, batched } from "./batches.ts";
import { sendIn, type Transaction } from "./door.ts";
import { socketOf } from "./driver.ts";
import { appPool } from "./pool.ts";
import { inboxReceipt } from "./schema.ts";
import { insertInto } from "./write.ts";

const database = testDatabase();

interface Item {
  tenant: AccountTenant;
  eventId: string;
  key?: string;
  /** Runs before the item's row is written. */
  before?: (tx: Transaction) => Promise<unknown>;
}

/** The settings and the time of the transaction that an item was done in. */
interface Seen {
  organization: string;
  account: string;
  at: string;
}

const aTenant = (): AccountTenant => ({ organizationId: newId(), linkedAccountId: newId() });
const anItem = (tenant: AccountTenant, more: Partial<Item> = {}): Item => ({ tenant, eventId: newId(), ...more });

async function seenIn(tx: Transaction): Promise<Seen> {
  const { rows } = await tx.execute<Record<keyof Seen, string>>(
    sql`SELECT current_setting('app.organization_id') AS organization, current_setting('app.linked_account_id') AS account,
               now()::text AS at`,
  );
  return rows[0] as Seen;
}

/** Sizes of the transactions that were tried. */
const sizes: number[] = [];

const receipts: Batching<Item, Seen> = {
  name: "test-receipts",
  tenantOf: ({ tenant }) => tenant,
  keyOf: ({ key, eventId }) => key ?? eventId,
  async work(tx, items) {
    sizes.push(items.length);
    const seen = await seenIn(tx);
    const settled = await Promise.allSettled(items.map(({ before }) => before?.(tx)));
    const failed = settled.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
    return items.map(({ tenant, eventId }) => ({
      result: seen,
      writes: [insertInto(inboxReceipt, { ...tenant, eventId, envelope: {} })],
    }));
  },
};
const store = batched(receipts);

const stored = async () => {
  const rows = await database.asOwner<{ id: string }>(
    "SELECT replace(event_id::text, '-', '') AS id FROM inbox_receipt ORDER BY event_id",
  );
  return rows.map(({ id }) => id);
};

const idsOf = (items: Item[]) => items.map(({ eventId }) => eventId).sort();

afterEach(async () => {
  sizes.length = 0;
  await database.asOwner("DELETE FROM inbox_receipt");
});

describe("batched", () => {
  it("does the items of one turn in one transaction of their tenant", async () => {
    const tenant = aTenant();
    const items = Array.from({ length: 5 }, () => anItem(tenant));
    const seen = await Promise.all(items.map(store));
    expect(sizes).toEqual([5]);
    expect(new Set(seen.map(({ at }) => at)).size).toBe(1);
    expect(seen[0]).toMatchObject({ organization: tenant.organizationId, account: tenant.linkedAccountId });
    expect(await stored()).toEqual(idsOf(items));
  });

  it("never does items of two tenants together", async () => {
    const [organizationId, linkedAccountId] = [newId(), newId()];
    const tenants = [
      { organizationId, linkedAccountId },
      { organizationId, linkedAccountId: newId() },
      { organizationId: newId(), linkedAccountId: newId() },
    ];
    const items = [...tenants, ...tenants].map((tenant) => anItem(tenant));
    const seen = await Promise.all(items.map(store));
    expect(sizes).toEqual([2, 2, 2]);
    expect(seen).toMatchObject(
      items.map(({ tenant }) => ({ organization: tenant.organizationId, account: tenant.linkedAccountId })),
    );
    expect(await stored()).toEqual(idsOf(items));
  });

  it("does what arrives during a transaction together in the next, at most 32 at a time", async () => {
    const tenant = aTenant();
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = anItem(tenant, {
      before: () => {
        begun.resolve();
        return goOn.promise;
      },
    });
    const firstDone = store(first);
    await begun.promise;
    const later = Array.from({ length: 40 }, () => anItem(tenant));
    const laterDone = later.map(store);
    goOn.resolve();
    await Promise.all([firstDone, ...laterDone]);
    expect(sizes).toEqual([1, 32, 8]);
    expect(await stored()).toEqual(idsOf([first, ...later]));
  });

  it("goes on with others while a transaction waits for a lock", async () => {
    const tenant = aTenant();
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = store(
      anItem(tenant, {
        before: () => {
          begun.resolve();
          return goOn.promise;
        },
      }),
    );
    await begun.promise;
    const other = anItem(tenant);
    await store(other);
    expect(await stored()).toEqual([other.eventId]);
    goOn.resolve();
    await held;
  });

  it("goes on with the items beyond 32 while the transaction of the first 32 waits for a lock", async () => {
    const tenant = aTenant();
    const goOn = Promise.withResolvers<void>();
    const first = Array.from({ length: 32 }, (_, index) =>
      anItem(tenant, index === 0 ? { before: () => goOn.promise } : {}),
    );
    const others = Array.from({ length: 3 }, () => anItem(tenant));
    const firstDone = first.map(store);
    await Promise.all(others.map(store));
    expect(await stored()).toEqual(idsOf(others));
    goOn.resolve();
    await Promise.all(firstDone);
    expect(sizes).toEqual([32, 3]);
  });

  it("never does two items with one key in one transaction", async () => {
    const tenant = aTenant();
    const items = [anItem(tenant, { key: "same" }), anItem(tenant), anItem(tenant, { key: "same" })];
    const [first, other, second] = await Promise.all(items.map(store));
    expect(sizes).toEqual([2, 1]);
    expect(other?.at).toBe(first?.at);
    expect(second?.at).not.toBe(first?.at);
  });

  it.each([
    ["throws", { before: () => Promise.reject(new Error("refused")) }, "refused"],
    ["sends a wrong statement", { before: (tx: Transaction) => sendIn(tx, { text: "SELECT 1 / 0" }) }, "by zero"],
  ])("lets only the item fail that %s", async (_name, bad, message) => {
    const tenant = aTenant();
    const items = [anItem(tenant), anItem(tenant, bad), anItem(tenant)];
    const settled = await Promise.allSettled(items.map(store));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(String((settled[1] as PromiseRejectedResult).reason)).toContain(message);
    expect(sizes).toEqual([3, 1, 1, 1]);
    expect(await stored()).toEqual(idsOf(items.filter((item) => item.before === undefined)));
  });

  it("lets only the item fail whose row PostgreSQL refuses", async () => {
    const tenant = aTenant();
    const taken = anItem(tenant);
    await store(taken);
    const items = [anItem(tenant), { ...taken, key: "again" }, anItem(tenant)];
    const settled = await Promise.allSettled(items.map(store));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await stored()).toEqual(idsOf([taken, ...items.filter(({ key }) => key === undefined)]));
  });

  it("tells every caller if the connection is lost before the commit, and saves nothing", async () => {
    const tenant = aTenant();
    let used: PoolClient | undefined;
    appPool().once("acquire", (client) => {
      used = client;
    });
    const before = async () => {
      if (used) socketOf(used).destroy();
    };
    const items = [anItem(tenant), anItem(tenant, { before }), anItem(tenant)];
    const settled = await Promise.allSettled(items.map(store));
    expect(settled.map((each) => (each.status === "rejected" ? (each.reason as Error).name : each.status))).toEqual(
      Array(3).fill("DatabaseUnavailable"),
    );
    expect(sizes).toEqual([3]);
    expect(await stored()).toEqual([]);
  });
});

it("does a single item at once in a transaction of its own", async () => {
  const tenant = aTenant();
  const items = [anItem(tenant), anItem(tenant)];
  const [one, other] = await Promise.all(items.map((item) => alone(receipts, item)));
  expect(sizes).toEqual([1, 1]);
  expect(one?.at).not.toBe(other?.at);
  expect(await stored()).toEqual(idsOf(items));
});

import { and, asc, count, eq, exists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { beforeAll, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { sendIn, type Transaction } from "./door.ts";
import { ofOwnOrganization, ownOrganization } from "./own-organization.ts";
import { prepared } from "./prepared.ts";
import { embedOrigin, organization, rateWindow } from "./schema.ts";
import { readTenant, withTenant } from "./tenant.ts";
import { updateOf } from "./write.ts";

const database = testDatabase();
const [riverside, lakeside] = [newId(), newId()];
const tenantOf = (organizationId: string) => ({ organizationId, linkedAccountId: null });
const ids = { [riverside]: newId(), [lakeside]: newId() };

/** Row-level security lets every row pass in this file's database: only a statement's own condition keeps tenants apart. */
beforeAll(async () => {
  for (const id of [riverside, lakeside]) {
    await withTenant(tenantOf(id), async (tx) => {
      await tx.insert(organization).values({ id, name: id });
      for (const origin of ["https://a.example", "https://b.example"])
        await tx.insert(embedOrigin).values({ id: newId(), organizationId: id, origin });
      await tx
        .insert(embedOrigin)
        .values({ id: ids[id] as string, organizationId: id, origin: `https://${id}.example` });
    });
  }
  for (const table of ["organization", "embed_origin"])
    await database.asOwner(`CREATE POLICY everything ON ${table} TO crc_app USING (true) WITH CHECK (true)`);
});

const read = <Result>(work: (tx: Transaction) => Promise<Result>, organizationId = riverside) =>
  readTenant(tenantOf(organizationId), work);

it("a builder's selection names the organization of its table, a joined one and a nested one", async () => {
  const other = alias(embedOrigin, "other");
  const rows = await read((tx) =>
    tx
      .select({ name: organization.name, origin: embedOrigin.origin, other: other.organizationId })
      .from(organization)
      .innerJoin(embedOrigin, sql`true`)
      .leftJoin(other, and(eq(other.origin, embedOrigin.origin), eq(other.origin, "https://a.example")))
      .where(
        exists(
          tx
            .select()
            .from(embedOrigin)
            .where(eq(embedOrigin.id, ids[riverside] as string)),
        ),
      )
      .orderBy(asc(embedOrigin.origin)),
  );
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row.name)).toEqual([riverside, riverside, riverside]);
  // The condition of an outer join stays in the join: rows without a partner remain.
  expect(rows.map((row) => row.other).filter(Boolean)).toEqual([riverside]);
  const foreign = (tx: Transaction) =>
    tx
      .select()
      .from(embedOrigin)
      .where(eq(embedOrigin.id, ids[lakeside] as string));
  expect(
    await read((tx) =>
      tx
        .select()
        .from(organization)
        .where(exists(foreign(tx))),
    ),
  ).toEqual([]);
});

it("a subquery and a common table expression name it as well", async () => {
  const counts = await read((tx) => {
    const mine = tx.select().from(embedOrigin).as("mine");
    const named = tx.$with("named").as(tx.select().from(embedOrigin));
    return Promise.all([
      tx.select({ n: count() }).from(mine),
      tx.with(named).select({ n: count() }).from(named),
      tx.select().from(organization).union(tx.select().from(organization)),
    ]);
  });
  expect(counts).toEqual([[{ n: 3 }], [{ n: 3 }], [expect.objectContaining({ id: riverside })]]);
});

it("a change or removal touches no row of another organization", async () => {
  const at = new Date("2026-01-01T00:00:00Z");
  const changed = await withTenant(tenantOf(riverside), (tx) =>
    tx.update(embedOrigin).set({ createdAt: at }).returning({ of: embedOrigin.organizationId }),
  );
  expect(changed).toEqual([{ of: riverside }, { of: riverside }, { of: riverside }]);
  const removed = await withTenant(tenantOf(riverside), (tx) =>
    tx
      .delete(embedOrigin)
      .where(eq(embedOrigin.id, ids[lakeside] as string))
      .returning(),
  );
  expect(removed).toEqual([]);
});

it("a list of rows to write changes none of another organization", async () => {
  await withTenant(tenantOf(riverside), async (tx) => {
    const {
      statement,
      values = [],
      row,
    } = updateOf(embedOrigin, ids[lakeside] as string, { origin: "https://c.example" });
    const sent = await sendIn(tx, { text: statement, values: [JSON.stringify([row]), ...values] });
    expect(sent.rowCount).toBe(0);
  });
});

it("a statement that is prepared once is sent for the organization of each transaction", async () => {
  const own = prepared((tx) =>
    tx
      .select({ of: embedOrigin.organizationId })
      .from(embedOrigin)
      .where(eq(embedOrigin.origin, sql.placeholder("at"))),
  );
  for (const each of [riverside, lakeside, riverside, lakeside])
    expect(await read((tx) => own(tx).execute({ at: "https://a.example" }), each)).toEqual([{ of: each }]);
});

it("handwritten SQL gets it in a template and among values, any number of times", async () => {
  const text = "SELECT id FROM embed_origin WHERE organization_id = $2 AND origin <> $1 AND organization_id = $3";
  const values = ["https://a.example", ownOrganization, ownOrganization];
  const [inTemplate, sent] = await read((tx) =>
    Promise.all([
      tx.execute(
        sql`SELECT FROM embed_origin WHERE organization_id = ${ownOrganization} AND ${ofOwnOrganization(embedOrigin)}`,
      ),
      sendIn(tx, { text, values }),
    ]),
  );
  expect([inTemplate.rowCount, sent.rowCount]).toEqual([3, 2]);
  expect(values[1]).toBe(ownOrganization);
});

it("a table without a tenant gets no condition, and a join that cannot name it is refused", async () => {
  await read(async (tx) => {
    expect(tx.select({ n: count() }).from(rateWindow).toSQL()).toEqual({
      sql: 'select count(*) from "rate_window"',
      params: [],
    });
    const joined = tx.select({ n: count() }).from(organization).rightJoin(embedOrigin, sql`true`);
    expect(() => joined.toSQL()).toThrow("A right join cannot name the organization of its tables");
  });
});

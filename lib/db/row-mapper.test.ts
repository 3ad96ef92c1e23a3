import { eq, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import { expect, it } from "vitest";
import { claim } from "#lib/resources/claims/table";
import { location } from "#lib/resources/locations/table";
import { provider } from "#lib/resources/providers/table";
import { recall } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";
import { databaseOn } from "./session.ts";

const ID = "0198f2a0-1111-7000-8000-00000000000a";
const AT = "2026-03-08 06:59:59.123456+00";

/** Returns a connection that answers every statement with these rows. Drizzle calls only its `query`. */
const answering = (...rows: unknown[][]) => ({ query: async () => ({ rows }) }) as unknown as PoolClient;

/** Returns the result of a statement by drizzle alone, and by our session. */
async function bothWays(rows: unknown[][], ask: (db: NodePgDatabase) => PromiseLike<unknown>) {
  const client = answering(...rows);
  return [await ask(drizzle(client)), await ask(databaseOn(client))] as const;
}

const joined = (db: NodePgDatabase) =>
  db
    .select({
      id: referral.id,
      own: { jobId: referral.jobId, createdAt: referral.createdAt, startDate: referral.startDate },
      provider: { ehrId: provider.ehrId, npi: provider.npi },
      both: { name: location.name, ehrId: provider.ehrId },
      place: { name: location.name, upper: sql<string>`upper(${location.name})` },
      plain: { one: sql<number>`1`.mapWith(Number), two: sql<string>`2`.as("two") },
      length: sql`length(${referral.reason})`.mapWith(Number),
      named: sql<string>`'x'`.as("named"),
    })
    .from(referral)
    .leftJoin(provider, eq(provider.ehrId, referral.assignedToId))
    .leftJoin(location, eq(location.emrId, referral.locationId));

it.each([
  ["all tables present", [ID, "7", AT, "2026-03-08", "101", "123", "Main", "101", "Main", "MAIN", "1", "2", "3", "x"]],
  ["none joined", [ID, null, AT, null, null, null, null, null, null, null, "1", "2", "3", "x"]],
  ["one joined", [ID, null, AT, null, null, null, "Main", null, "Main", "MAIN", "1", "2", null, null]],
  [
    "a joined row with a null value",
    [ID, "7", AT, null, "101", null, "Main", "101", "Main", null, null, null, "0", ""],
  ],
])("maps rows of a join like drizzle: %s", async (_what, row) => {
  const [theirs, ours] = await bothWays([row, row], joined);
  expect(ours).toStrictEqual(theirs);
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
});

it("maps rows of whole tables like drizzle", async () => {
  const actions = [{ id: "1", actionTaken: "Called", note: null, at: AT }];
  const row = [ID, ID, ID, null, "7", "R-1", "MRN-1", "Checkup", "2026-03-08", "open", actions];
  const [theirs, ours] = await bothWays([row], (db) => db.select().from(recall));
  expect(ours).toStrictEqual(theirs);
  const bill = [ID, ID, ID, null, "7", "C-1", "MRN-1", "2026-03-08", "paid", "Paid", "10.50", "0.00", AT];
  for (const second of [row, row.map(() => null)]) {
    const [all, same] = await bothWays([[...bill, ...second]], (db) =>
      db.select().from(claim).leftJoin(recall, eq(recall.patientMrn, claim.patientMrn)),
    );
    expect(same).toStrictEqual(all);
  }
});

it("maps rows of a change like drizzle, and an empty result", async () => {
  const change = (db: NodePgDatabase) =>
    db.update(recall).set({ status: "closed" }).returning({ id: recall.id, actions: recall.actions });
  const [theirs, ours] = await bothWays([[ID, []]], change);
  expect(ours).toStrictEqual(theirs);
  expect(ours).toEqual([{ id: ID.replaceAll("-", ""), actions: [] }]);
  expect(await change(databaseOn(answering()))).toEqual([]);
});

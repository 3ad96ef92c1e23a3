import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as getMetrics } from "#app/api/metrics/route.ts";
import { DIRECT_PEER_HEADER } from "#lib/api/request/peer";
import { newId } from "#lib/kernel/id";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { readTenant } from "./tenant.ts";

// docs/scale.md names where each table would be under Citus, and the statements that put it there.

const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
const sharding = page.slice(page.indexOf("## A sharded PostgreSQL"), page.indexOf("## A second deployment"));
const [rewritePolicies = "", distribute = "", passTenantOn = ""] = [
  ...sharding.matchAll(/^```sql\n([\s\S]*?)^```$/gm),
].map(([, statements = ""]) => statements);
const coordinator = [...sharding.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].flatMap(([, cell = ""]) => [
  ...[...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => ({ name, isSchema: cell.startsWith("the schema") })),
]);
const onCoordinator = coordinator.filter(({ isSchema }) => !isSchema).map(({ name }) => name);
const schemas = coordinator.filter(({ isSchema }) => isSchema).map(({ name }) => name);

const database = testDatabase();

const names = async (statement: string) =>
  (await database.asOwner<{ name: string }>(statement)).map(({ name }) => name).sort();

/** Stand-ins for the functions of Citus, which note their calls; Citus itself cannot be had here. */
const FAKE_CITUS = `
  CREATE TABLE fake_citus (call serial, name text, kind text, distribution_column text, colocated text);
  CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE sql
    AS $$ INSERT INTO fake_citus (name, kind) VALUES (table_name::text, 'reference') $$;
  CREATE FUNCTION create_distributed_table(
    table_name regclass, distribution_column text, colocate_with text DEFAULT 'default') RETURNS void LANGUAGE sql
    AS $$ INSERT INTO fake_citus (name, kind, distribution_column, colocated)
          VALUES (table_name::text, 'distributed', distribution_column, colocate_with) $$`;

interface Put {
  name: string;
  kind: "reference" | "distributed";
  distribution_column: string | null;
  colocated: string | null;
}

let tables: string[];
let put: Put[];

beforeAll(async () => {
  tables = await names(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
  );
  await database.asOwner(FAKE_CITUS);
  await database.asOwner(distribute);
  put = await database.asOwner<Put>("SELECT * FROM fake_citus ORDER BY call");
});

describe("the lists of docs/scale.md", () => {
  it("name each table exactly once, and each schema", async () => {
    expect([...put.map(({ name }) => name), ...onCoordinator].sort()).toEqual([...tables].sort());
    const others = await names(
      `SELECT DISTINCT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('public', 'information_schema')`,
    );
    expect(schemas.sort()).toEqual(others.sort());
  });

  it("distribute every table by its organization, together, and refer to all nodes for the directory alone", () => {
    const [reference, first, ...others] = put;
    expect(reference).toMatchObject({ name: "directory", kind: "reference" });
    expect(first).toMatchObject({ name: "organization", kind: "distributed", distribution_column: "id" });
    for (const each of others)
      expect(each).toMatchObject({
        kind: "distributed",
        distribution_column: "organization_id",
        colocated: "organization",
      });
  });

  it("let no foreign key lead from a node to another, and put a table after those that it names", async () => {
    const keys = await database.asOwner<{ from: string; to: string }>(
      `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(8);
    const placeOf = (name: string) => put.findIndex((each) => each.name === name);
    const wrong = keys.filter(({ from, to }) =>
      onCoordinator.includes(from) ? !onCoordinator.includes(to) : placeOf(to) < 0 || placeOf(to) >= placeOf(from),
    );
    expect(wrong).toEqual([]);
  });
});

it("the rewritten policies have no subquery, and keep tenants apart as before", { tags: "long" }, async () => {
  const [mine, other] = [await openClinic(), await openClinic()];
  const seenBy = (tenant: { organizationId: string; linkedAccountId: string | null }) =>
    readTenant(tenant, async (tx) => (await tx.execute(sql`SELECT ehr_id FROM "patient"`)).rows);
  const before = await Promise.all([mine, other].map(({ tenant }) => seenBy(tenant)));
  const policies = `SELECT policyname || ' on ' || tablename AS name FROM pg_policies WHERE schemaname = 'public'`;
  const all = await names(policies);
  await database.asOwner(rewritePolicies);
  expect(await names(`${policies} AND concat(qual, with_check) ~* 'select'`)).toEqual([]);
  expect(await names(policies)).toEqual(all);
  expect(await Promise.all([mine, other].map(({ tenant }) => seenBy(tenant)))).toEqual(before);
  expect(before.every((rows) => rows.length > 0)).toBe(true);
  expect(await seenBy({ ...mine.tenant, organizationId: other.tenant.organizationId })).toEqual([]);
  expect(await seenBy({ organizationId: newId(), linkedAccountId: null })).toEqual([]);
});

it("the setting that passes the tenant on to the nodes holds in each new connection", async () => {
  const name = new URL(database.ownerUrl).pathname.slice(1);
  await database.asOwner(passTenantOn.replace(" records ", ` ${name} `));
  const client = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
  await client.connect();
  try {
    const { rows } = await client.query("SHOW citus.propagate_set_commands");
    expect(rows).toEqual([{ "citus.propagate_set_commands": "local" }]);
  } finally {
    await client.end();
  }
});

it("every metric that the page names is there", async () => {
  const answer = await getMetrics(
    new Request("http://127.0.0.1/api/metrics", { headers: { [DIRECT_PEER_HEADER]: "loopback" } }),
  );
  const text = await answer.text();
  const named = new Set([...page.matchAll(/`(crc_[a-z0-9_]+)`/g)].map(([, name = ""]) => name));
  expect(named.size).toBeGreaterThan(12);
  expect([...named].filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
});

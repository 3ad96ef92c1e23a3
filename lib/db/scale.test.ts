import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as getMetrics } from "#app/api/metrics/route.ts";
import { DIRECT_PEER_HEADER } from "#lib/api/request/peer";
import { assertAlone, assertTables } from "#lib/cli/distribute/checks";
import { distribute } from "#lib/cli/distribute/distribute";
import { newId } from "#lib/kernel/id";
import { openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { ON_COORDINATOR } from "./distribution.ts";
import { readTenant } from "./tenant.ts";

// docs/scale.md names where each table is under Citus; npm run distribute puts it there.

const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
const sharding = page.slice(page.indexOf("## A sharded PostgreSQL"), page.indexOf("## A second deployment"));
const coordinator = [...sharding.matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].flatMap(([, cell = ""]) => [
  ...[...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => ({ name, isSchema: cell.startsWith("the schema") })),
]);
const onCoordinator = coordinator.filter(({ isSchema }) => !isSchema).map(({ name }) => name);
const schemas = coordinator.filter(({ isSchema }) => isSchema).map(({ name }) => name);

const database = testDatabase();

const names = async (statement: string) =>
  (await database.asOwner<{ name: string }>(statement)).map(({ name }) => name).sort();

/** Stand-ins for the catalogue and the functions of Citus, which note their calls; Citus itself cannot be had here. */
const FAKE_CITUS = `
  CREATE SCHEMA fake_citus;
  SET search_path = fake_citus, public;
  CREATE TABLE pg_dist_partition (logicalrelid regclass);
  CREATE FUNCTION truncate_local_data_after_distributing_table(function_arg regclass) RETURNS void LANGUAGE sql AS '';
  CREATE TABLE put (call serial, name text, kind text, distribution_column text, colocated text);
  CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE sql
    AS $$ INSERT INTO pg_dist_partition VALUES (table_name);
          INSERT INTO put (name, kind) VALUES (table_name::text, 'reference') $$;
  CREATE FUNCTION create_distributed_table(
    table_name regclass, distribution_column text, colocate_with text DEFAULT 'default') RETURNS void LANGUAGE sql
    AS $$ INSERT INTO pg_dist_partition VALUES (table_name);
          INSERT INTO put (name, kind, distribution_column, colocated)
          VALUES (table_name::text, 'distributed', distribution_column, colocate_with) $$`;

interface Put {
  name: string;
  kind: "reference" | "distributed";
  distribution_column: string | null;
  colocated: string | null;
}

type Clinic = Awaited<ReturnType<typeof openClinic>>;

const POLICIES = "SELECT policyname || ' on ' || tablename AS name FROM pg_policies WHERE schemaname = 'public'";

const seenBy = (tenant: { organizationId: string; linkedAccountId: string | null }) =>
  readTenant(tenant, async (tx) => (await tx.execute(sql`SELECT ehr_id FROM "patient"`)).rows);

const seenByBoth = () => Promise.all([mine, other].map(({ tenant }) => seenBy(tenant)));

let tables: string[];
let put: Put[];
let mine: Clinic;
let other: Clinic;
let seenBefore: unknown[][];
let policiesBefore: string[];
let owner: pg.Client;
/** Numbers of tables that two runs have distributed. */
let counts: number[];

beforeAll(async () => {
  tables = await names(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')",
  );
  [mine, other] = [await openClinic(), await openClinic()];
  seenBefore = await seenByBoth();
  policiesBefore = await names(POLICIES);
  owner = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
  await owner.connect();
  await owner.query(FAKE_CITUS);
  await assertTables(owner);
  counts = [await distribute(owner, () => undefined), await distribute(owner, () => undefined)];
  put = await database.asOwner<Put>("SELECT * FROM fake_citus.put ORDER BY call");
});

afterAll(() => owner.end());

describe("the lists of docs/scale.md", () => {
  it("name each table exactly once, and each schema", async () => {
    expect([...put.map(({ name }) => name), ...onCoordinator].sort()).toEqual([...tables].sort());
    expect([...onCoordinator].sort()).toEqual([...ON_COORDINATOR].sort());
    const others = await names(
      `SELECT DISTINCT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^pg_' AND n.nspname NOT IN ('public', 'information_schema', 'fake_citus')`,
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

it("is done once, and a second run finds nothing to do", () => {
  expect(counts).toEqual([put.length, 0]);
});

it("the rewritten policies have no subquery, and keep tenants apart as before", { tags: "long" }, async () => {
  expect(await names(`${POLICIES} AND concat(qual, with_check) ~* 'select'`)).toEqual([]);
  expect(await names(POLICIES)).toEqual(policiesBefore);
  expect(await seenByBoth()).toEqual(seenBefore);
  expect(seenBefore.every((rows) => rows.length > 0)).toBe(true);
  expect(await seenBy({ ...mine.tenant, organizationId: other.tenant.organizationId })).toEqual([]);
  expect(await seenBy({ organizationId: newId(), linkedAccountId: null })).toEqual([]);
});

it("the setting that passes the tenant on to the nodes holds in each new connection", async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
  await client.connect();
  try {
    const { rows } = await client.query("SHOW citus.propagate_set_commands");
    expect(rows).toEqual([{ "citus.propagate_set_commands": "local" }]);
  } finally {
    await client.end();
  }
});

it("a table that cannot be distributed is named, with the reason", async () => {
  await database.asOwner("CREATE TABLE bad (id uuid PRIMARY KEY, organization_id uuid NOT NULL)");
  await expect(assertTables(owner)).rejects.toThrow(
    "Tables cannot be distributed: the key bad_pkey lacks organization_id",
  );
  await database.asOwner("DROP TABLE bad");
});

it("a connected process is named before anything is done", async () => {
  await expect(assertAlone(owner)).rejects.toThrow("A process is connected");
});

it("every metric that the page names is there", async () => {
  const answer = await getMetrics(
    new Request("http://127.0.0.1/api/metrics", { headers: { [DIRECT_PEER_HEADER]: "loopback" } }),
  );
  const text = await answer.text();
  const named = new Set([...page.matchAll(/`(crc_(?!definer)[a-z0-9_]+)`/g)].map(([, name = ""]) => name));
  expect(named.size).toBeGreaterThan(12);
  expect([...named].filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
});

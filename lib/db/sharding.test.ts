import { expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";

// Checks, by the system catalog, the laws that keep sharding by `organization_id` (Citus) possible.

const database = testDatabase();

/**
 * Is no tenant's table although it names organizations: every node would hold a full copy, since lookups precede the
 * tenant.
 */
const DIRECTORY = "directory";
/** The id of an organization's row is the organization id. */
const ORGANIZATION = "organization";

const names = async (statement: string) =>
  (await database.asOwner<{ name: string }>(statement)).map(({ name }) => name).sort();

/** Tenants' tables: those with an `organization_id`. */
const TENANT_TABLES = `
  SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '${DIRECTORY}'`;

async function keysWithoutOrganization(): Promise<string[]> {
  const keys = await names(`
    SELECT format('%s: %s', i.indrelid::regclass, i.indexrelid::regclass) AS name
    FROM pg_index i
    WHERE i.indisunique AND i.indrelid IN (${TENANT_TABLES}) AND NOT EXISTS (
      SELECT FROM pg_attribute a
      WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) AND a.attname = 'organization_id')`);
  const references = await names(`
    SELECT format('%s: %s', k.conrelid::regclass, k.conname) AS name
    FROM pg_constraint k
    WHERE k.contype = 'f' AND k.conrelid IN (${TENANT_TABLES}) AND NOT EXISTS (
      SELECT FROM unnest(k.conkey, k.confkey) AS pair (mine, theirs)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.mine AND a.attname = 'organization_id'
      JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.theirs
      WHERE b.attname = CASE WHEN k.confrelid = '${ORGANIZATION}'::regclass THEN 'id' ELSE 'organization_id' END)`);
  return [...keys, ...references];
}

const triggers = () =>
  names(`
    SELECT format('%s: %s', t.tgrelid::regclass, t.tgname) AS name
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace IN ('public'::regnamespace, 'sandbox'::regnamespace)`);

const transactionIds = () =>
  names(`
    SELECT format('%s: %s', a.attrelid::regclass, a.attname) AS name
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND a.atttypid IN ('xid'::regtype, 'xid8'::regtype)`);

/** Tables that a function may read without an organization. */
const WHOLE = new Set([DIRECTORY, ORGANIZATION]);

/** Returns the functions that write, or that read tenants' tables without the organization in their first argument. */
async function functionsAcrossOrganizations(): Promise<string[]> {
  const functions = await database.asOwner<{ name: string; body: string; takes: string; writes: boolean }>(`
    SELECT proname AS name, prosrc AS body, pg_get_function_arguments(oid) AS takes, provolatile = 'v' AS writes
    FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY 1`);
  expect(functions.length).toBeGreaterThan(5);
  return functions.flatMap(({ name, body, takes, writes }) => {
    const tables = [...body.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)(?=\s)/g)].map(([, table = ""]) => table);
    const ofTenants = tables.filter((table) => table !== "now" && !WHOLE.has(table)).length;
    const bound = [...body.matchAll(/\borganization_id = \$1/g)].length;
    return [
      ...(writes ? [`${name}: may write`] : []),
      ...(ofTenants > 0 && !takes.startsWith("organization uuid") ? [`${name}: takes no organization`] : []),
      ...(ofTenants > bound ? [`${name}: reads a tenant's table without its organization`] : []),
    ];
  });
}

it("every primary, unique and foreign key of a tenant's table contains the organization", async () => {
  const tables = await names(`SELECT relname AS name FROM pg_class WHERE oid IN (${TENANT_TABLES})`);
  expect(tables.length).toBeGreaterThan(30);
  expect(await keysWithoutOrganization()).toEqual([]);
});

it("no table has a trigger", async () => {
  expect(await triggers()).toEqual([]);
});

it("no table stores a transaction id", async () => {
  expect(await transactionIds()).toEqual([]);
});

it("every SECURITY DEFINER function reads one given organization, or tables of no tenant", async () => {
  expect(await functionsAcrossOrganizations()).toEqual([]);
});

it("violations of these laws are named", async () => {
  await database.asOwner(`
    CREATE TABLE bad (
      id uuid PRIMARY KEY, organization_id uuid NOT NULL, job_id bigint, written xid8,
      CONSTRAINT bad_job_fk FOREIGN KEY (organization_id, job_id) REFERENCES job (organization_id, id),
      CONSTRAINT bad_self_fk FOREIGN KEY (id) REFERENCES bad (id));
    CREATE TRIGGER bad_trigger BEFORE UPDATE ON bad FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
    CREATE FUNCTION bad_count() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM bad '`);
  expect(await keysWithoutOrganization()).toEqual(["bad: bad_pkey", "bad: bad_self_fk"]);
  expect(await triggers()).toEqual(["bad: bad_trigger"]);
  expect(await transactionIds()).toEqual(["bad: written"]);
  expect(await functionsAcrossOrganizations()).toEqual([
    "bad_count: may write",
    "bad_count: takes no organization",
    "bad_count: reads a tenant's table without its organization",
  ]);
});

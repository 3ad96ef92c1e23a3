import type pg from "pg";
import { ON_COORDINATOR, REFERENCE } from "#lib/db/distribution";

type Sent = Pick<pg.Client, "query">;

/**
 * Citus accepts no policy with a subquery on a distributed table. Ours call the tenant's functions in one, so that PostgreSQL
 * calls them once per statement.
 */
const REWRITE_POLICIES = `
  DO $$
  DECLARE
    policy record;
  BEGIN
    FOR policy IN
      SELECT tablename, policyname,
        regexp_replace(qual, '\\( SELECT (current_\\w+\\(\\)) AS \\w+\\)', '\\1', 'g') AS passes,
        regexp_replace(with_check, '\\( SELECT (current_\\w+\\(\\)) AS \\w+\\)', '\\1', 'g') AS checks
      FROM pg_policies WHERE schemaname = 'public' AND concat(qual, with_check) ~ '\\( SELECT current_'
    LOOP
      EXECUTE format('ALTER POLICY %I ON public.%I USING (%s)', policy.policyname, policy.tablename, policy.passes)
        || coalesce(' WITH CHECK (' || policy.checks || ')', '');
    END LOOP;
  END
  $$`;

/** The tenant of a transaction must reach the nodes: their policies see no tenant otherwise, and no row. */
const PASS_TENANT_ON = `
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = ''local''', current_database()); END $$`;

/** Returns the tables to distribute, each after those that its foreign keys name: the organizations come first. */
async function inOrder(client: Sent): Promise<string[]> {
  const { rows } = await client.query<{ name: string; names: string[] }>(
    `SELECT c.relname AS name, array_remove(array_agg(DISTINCT f.relname::text), c.relname::text) AS names
     FROM pg_class c LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'f' LEFT JOIN pg_class f ON f.oid = k.confrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1)
     GROUP BY c.relname ORDER BY c.relname <> 'organization', c.relname`,
    [[...ON_COORDINATOR, REFERENCE]],
  );
  const placed = new Set<string>();
  while (placed.size < rows.length) {
    const ready = rows.filter(
      ({ name, names }) => !placed.has(name) && names.every((other) => !other || placed.has(other)),
    );
    if (ready.length === 0) throw new Error("Foreign keys lead in a circle");
    for (const { name } of ready) placed.add(name);
  }
  return [...placed];
}

async function distributedTables(client: Sent): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid",
  );
  return new Set(rows.map(({ name }) => name));
}

/** Puts a table where it belongs, with its rows. Each is a transaction of its own: what an interrupted run has done stands. */
async function put(client: Sent, name: string): Promise<void> {
  if (name === REFERENCE) await client.query("SELECT create_reference_table($1::regclass)", [name]);
  else if (name === "organization") await client.query("SELECT create_distributed_table($1::regclass, 'id')", [name]);
  else
    await client.query(
      "SELECT create_distributed_table($1::regclass, 'organization_id', colocate_with => 'organization')",
      [name],
    );
}

/** Removes what distribution has left of a table on the coordinator: its rows are on the nodes. */
async function dropLeft(client: Sent, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT name FROM unnest($1::text[]) AS name WHERE pg_relation_size(name::regclass) > 0",
    [tables],
  );
  for (const { name } of rows)
    await client.query("SELECT truncate_local_data_after_distributing_table($1::regclass)", [name]);
}

/**
 * Distributes the tenants' tables of a coordinator by their organization, as its superuser, and says what it does. What is
 * distributed already stays as it is, so that a run can follow an interrupted one, or a migration that has added a table.
 * Returns the number of tables that this run has distributed.
 */
export async function distribute(client: Sent, say: (text: string) => void): Promise<number> {
  await client.query(REWRITE_POLICIES);
  const tables = [REFERENCE, ...(await inOrder(client))];
  const before = await distributedTables(client);
  const left = tables.filter((name) => !before.has(name));
  for (const name of left) {
    await put(client, name);
    say(name);
  }
  await dropLeft(client, tables);
  await client.query(PASS_TENANT_ON);
  return left.length;
}

/**
 * Lets the owner of the functions that read for no tenant sign in, as they must reach the nodes; it has no password. A role is the
 * same in every database of a server.
 */
export async function letDefinerIn(client: Sent): Promise<void> {
  await client.query("ALTER ROLE crc_definer LOGIN");
  await client.query(
    "DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO crc_definer', current_database()); END $$",
  );
}

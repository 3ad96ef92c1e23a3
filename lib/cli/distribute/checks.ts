import type pg from "pg";
import { ON_COORDINATOR, REFERENCE } from "#lib/db/distribution";
import { StartFailure } from "#lib/kernel/start-failure";

type Sent = Pick<pg.Client, "query">;

async function names(client: Sent, statement: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(statement, values);
  return rows.map(({ name }) => name);
}

/** Throws unless the database is the coordinator of a cluster with a worker whose nodes all reach each other. */
async function assertCluster(client: Sent): Promise<void> {
  const [extension] = await names(client, "SELECT extversion AS name FROM pg_extension WHERE extname = 'citus'");
  if (!extension) throw new StartFailure("This database has no extension citus: it cannot be distributed");
  const { rows } = await client.query<{ coordinator: boolean; known: boolean; workers: number }>(
    `SELECT (SELECT groupid = 0 FROM pg_dist_local_group) AS coordinator, coalesce(bool_or(groupid = 0), false) AS known,
       count(*) FILTER (WHERE groupid > 0 AND isactive AND shouldhaveshards)::integer AS workers
     FROM pg_dist_node WHERE noderole = 'primary'`,
  );
  if (!rows[0]?.coordinator) throw new StartFailure("This is a worker: DATABASE_URL must lead to the coordinator");
  if (!rows[0].known) throw new StartFailure("The coordinator has no address: call citus_set_coordinator_host first");
  if (rows[0].workers === 0) throw new StartFailure("The coordinator knows no worker: call citus_add_node first");
  const cut = await names(
    client,
    `SELECT format('%s:%s to %s:%s', from_nodename, from_nodeport, to_nodename, to_nodeport) AS name
     FROM citus_check_cluster_node_health() WHERE result IS NOT TRUE`,
  );
  if (cut.length > 0) throw new StartFailure(`Nodes do not reach each other: ${cut.join(", ")}`);
}

/** Throws if a process of the product is connected. */
export async function assertAlone(client: Sent): Promise<void> {
  const connected = await names(
    client,
    "SELECT usename AS name FROM pg_stat_activity WHERE datname = current_database() AND usename ~ '^crc_(app|sandbox)_'",
  );
  if (connected.length > 0)
    throw new StartFailure("A process is connected: stop every process of the deployment first");
}

/** Throws with every table that cannot be distributed, and why. */
export async function assertTables(client: Sent): Promise<void> {
  const faults = await names(
    client,
    `WITH tenants AS (
       SELECT c.oid, CASE WHEN c.relname = 'organization' THEN 'id' ELSE 'organization_id' END AS by FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL ($1))
     SELECT format('%s has no column %s', t.oid::regclass, t.by) AS name FROM tenants t
     WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = t.by)
     UNION ALL
     SELECT format('the key %s lacks %s', i.indexrelid::regclass, t.by) FROM pg_index i JOIN tenants t ON t.oid = i.indrelid
     WHERE i.indisunique AND NOT EXISTS (
       SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (i.indkey) AND a.attname = t.by)
     UNION ALL
     SELECT format('%s names %s, which stays on the coordinator', k.conrelid::regclass, k.confrelid::regclass)
     FROM pg_constraint k JOIN tenants t ON t.oid = k.conrelid
     WHERE k.contype = 'f' AND k.confrelid NOT IN (SELECT oid FROM tenants)
     UNION ALL
     SELECT format('%s has the trigger %s', g.tgrelid::regclass, g.tgname) FROM pg_trigger g JOIN tenants t ON t.oid = g.tgrelid
     WHERE NOT g.tgisinternal AND g.tgname !~ '^truncate_trigger_'`,
    [[...ON_COORDINATOR, REFERENCE]],
  );
  if (faults.length > 0) throw new StartFailure(`Tables cannot be distributed: ${faults.join("; ")}`);
}

/** Throws a StartFailure in words, before anything is changed, if the database cannot be distributed. */
export async function assertDistributable(client: Sent): Promise<void> {
  await assertCluster(client);
  const [migrated] = await names(
    client,
    "SELECT relname AS name FROM pg_class WHERE oid = to_regclass('public.organization')",
  );
  if (!migrated) throw new StartFailure("The database has no tables of the product: run npm run migrate first");
  await assertAlone(client);
  await assertTables(client);
}

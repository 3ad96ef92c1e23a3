import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { GROUP_ROLES, LOGIN_ROLE_SETTINGS, loginRole, urlAs } from "#lib/db/login-roles";
import { installQueues } from "#lib/queue/install";

/** Any number: whoever holds it migrates, others wait. */
const MIGRATION_LOCK = 7_310_422;

/**
 * Brings a database up to date as its owner: tables, policies, queues, and this deployment's login roles.
 * Safe to run again and from several processes at once.
 * Returns the addresses that the serving processes use instead of the owner's.
 */
export async function migrate(
  ownerUrl: string,
  options: { encryptionKey: string },
): Promise<{ appUrl: string; sandboxUrl: string }> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "crc-migrate" });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await runMigrations(drizzle(client), {
      migrationsFolder: fileURLToPath(new URL("../db/migrations", import.meta.url)),
    });
    await installQueues(ownerUrl);
    await client.query(`
      GRANT USAGE ON SCHEMA pgboss, drizzle TO crc_app;
      GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO crc_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO crc_app;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA pgboss TO crc_app;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO crc_app;
    `);
    for (const group of GROUP_ROLES) await ensureLoginRole(client, group, loginRole(group, options.encryptionKey));
  } finally {
    await client.end();
  }
  return {
    appUrl: urlAs(ownerUrl, loginRole("crc_app", options.encryptionKey)),
    sandboxUrl: urlAs(ownerUrl, loginRole("crc_sandbox", options.encryptionKey)),
  };
}

async function ensureLoginRole(client: pg.Client, group: string, role: { name: string; password: string }) {
  const name = client.escapeIdentifier(role.name);
  const found = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role.name]);
  if (found.rowCount === 0) {
    await client.query(`CREATE ROLE ${name} LOGIN INHERIT PASSWORD ${client.escapeLiteral(role.password)}`);
  }
  await client.query(`GRANT ${client.escapeIdentifier(group)} TO ${name}`);
  await bind(client, role.name);
  const database = client.escapeIdentifier(client.database ?? "postgres");
  // Another deployment on the same cluster must not reach this database through its own login role.
  await client.query(
    `REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC; GRANT CONNECT ON DATABASE ${database} TO ${name}`,
  );
}

/** What PostgreSQL says to a setting that its version or its machine does not have. */
const NOT_THERE = new Set(["42704", "22023"]);

/** Gives a login role its settings, those that PostgreSQL has here and that it does not have already. */
async function bind(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ settings: string[] | null }>(
    "SELECT rolconfig AS settings FROM pg_roles WHERE rolname = $1",
    [role],
  );
  for (const [setting, value] of Object.entries(LOGIN_ROLE_SETTINGS)) {
    if (rows[0]?.settings?.includes(`${setting}=${value}`)) continue;
    try {
      await client.query(`ALTER ROLE ${client.escapeIdentifier(role)} SET ${setting} = ${client.escapeLiteral(value)}`);
    } catch (error) {
      if (!NOT_THERE.has((error as { code?: string }).code ?? "")) throw error;
    }
  }
}

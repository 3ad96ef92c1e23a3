import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { GROUP_ROLES, LOGIN_ROLE_SETTINGS, loginRole, urlAs } from "#lib/db/login-roles";
import { assertMigratable } from "#lib/db/migratable";
import { refuseUnfinishedMove } from "#lib/db/unfinished-move";

/** Arbitrary key of the advisory lock that the migrating process holds while others wait. */
const MIGRATION_LOCK = 7_310_422;

/**
 * Migrates a database as its owner: tables, policies, queues, and this deployment's login roles. Idempotent, and safe
 * to run from several processes at once. Returns the database URLs for the serving processes, which do not use the
 * owner's. Throws if the database stands before the baseline, or if the move of an organization from it was interrupted.
 */
export async function migrate(
  ownerUrl: string,
  options: { encryptionKey: string },
): Promise<{ appUrl: string; sandboxUrl: string }> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "crc-migrate" });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await assertMigratable(client);
    await refuseUnfinishedMove(client);
    await runPending(client);
    await client.query(`
      GRANT USAGE ON SCHEMA drizzle TO crc_app;
      GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO crc_app;
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

const DEADLOCK = "40P01";
const TRIES = 20;
const TRY_AGAIN_MS = 500;

/**
 * Runs the migrations that are new, in one transaction. It locks tables in another order than the requests that go on meanwhile, so
 * that PostgreSQL may end it to let these go on: nothing of it is done then, and it is tried again.
 */
async function runPending(client: pg.Client): Promise<void> {
  const migrationsFolder = fileURLToPath(new URL("../db/migrations", import.meta.url));
  for (let tries = 1; ; tries++) {
    try {
      return await runMigrations(drizzle(client), { migrationsFolder });
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (code !== DEADLOCK || tries === TRIES) throw error;
      await pause(TRY_AGAIN_MS);
    }
  }
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
  // Prevents login roles of other deployments on the cluster from connecting to this database.
  await client.query(
    `REVOKE CONNECT, TEMPORARY ON DATABASE ${database} FROM PUBLIC; GRANT CONNECT ON DATABASE ${database} TO ${name}`,
  );
}

/** SQLSTATEs for a setting that PostgreSQL's version or platform does not support. */
const NOT_THERE = new Set(["42704", "22023"]);

/** Applies the settings of a login role that PostgreSQL supports and the role lacks. */
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

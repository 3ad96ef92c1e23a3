import pg from "pg";
import { GROUP_ROLES, loginRole } from "./login-roles.ts";

const rolesOf = (keys: readonly string[]) =>
  keys.flatMap((key) => GROUP_ROLES.map((group) => loginRole(group, key).name));

/** Returns those login roles derived from these encryption keys that have an open session. */
export async function loginRolesInUse(ownerUrl: string, keys: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "crc-rotate" });
  await client.connect();
  try {
    return await signedInAs(client, rolesOf(keys));
  } finally {
    await client.end();
  }
}

async function signedInAs(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT DISTINCT usename AS name FROM pg_stat_activity WHERE usename = ANY ($1) ORDER BY 1",
    [names],
  );
  return rows.map(({ name }) => name);
}

/**
 * Drops, as the owner, the login roles derived from encryption keys that are no longer used, so that a leaked old key
 * no longer allows a sign-in to the database. `kept` names the roles that have an open session, or that another
 * database of the server depends on.
 */
export async function dropLoginRoles(ownerUrl: string, keys: readonly string[]): Promise<{ kept: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "crc-rotate" });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT rolname AS name FROM pg_roles WHERE rolname = ANY ($1)",
      [rolesOf(keys)],
    );
    const kept = await signedInAs(client, rolesOf(keys));
    for (const { name } of rows) {
      if (!kept.includes(name) && !(await drop(client, name))) kept.push(name);
    }
    return { kept };
  } finally {
    await client.end();
  }
}

/** SQLSTATE `dependent_objects_still_exist`. */
const DEPENDED_ON = "2BP01";

async function drop(client: pg.Client, name: string): Promise<boolean> {
  const [role, database] = [client.escapeIdentifier(name), client.escapeIdentifier(client.database ?? "postgres")];
  try {
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM ${role}; DROP ROLE ${role}`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === DEPENDED_ON) return false;
    throw error;
  }
}

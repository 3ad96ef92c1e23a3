import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { GROUP_ROLES, loginRole } from "#lib/db/login-roles";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Sources that determine how a database is prepared. */
const FOLDERS = ["lib/db", "lib/launcher", "lib/queue"];
const LOCK = "package-lock.json";

/** Returns a digest of everything that determines the preparation of a database: sources, packages and options. */
export async function preparationDigest(options: { encryptionKey: string; seed: boolean }): Promise<string> {
  const digest = createHash("sha256").update(JSON.stringify(options));
  for (const folder of FOLDERS) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.sort()) digest.update(await readFile(path));
  }
  return digest.update(await readFile(join(ROOT, LOCK))).digest("hex");
}

/**
 * Checks whether exactly this version, with these options, has prepared the database: a start then need not load the
 * code that migrates and seeds, which takes longer than all its other steps. Also checks the login roles, because roles
 * belong to the server and a restored database may be on another server.
 */
export async function isPrepared(ownerUrl: string, digest: string, encryptionKey: string): Promise<boolean> {
  const names = GROUP_ROLES.map((group) => loginRole(group, encryptionKey).name);
  const rows = await ask(
    ownerUrl,
    `SELECT 1 FROM pg_namespace AS schema
     WHERE schema.nspname = 'drizzle' AND obj_description(schema.oid, 'pg_namespace') = $1
       AND (SELECT count(*) FROM pg_roles WHERE rolname = ANY ($2)) = $3`,
    [digest, names, names.length],
  );
  return rows > 0;
}

/** Marks a database as prepared by a comment on the migrator's schema, which belongs to the owner. */
export async function markPrepared(ownerUrl: string, digest: string): Promise<void> {
  await ask(ownerUrl, `COMMENT ON SCHEMA drizzle IS '${digest}'`);
}

/**
 * Collects statistics of the tables that have just been filled. Until PostgreSQL does so by itself, it would plan as if
 * they were empty, and read all rows of an account where an index finds one.
 */
export async function collectStatistics(ownerUrl: string): Promise<void> {
  await ask(ownerUrl, "ANALYZE");
}

/** Arbitrary key of the advisory lock that the preparing process holds while others wait. */
const PREPARATION_LOCK = 7_310_424;

/**
 * Runs `work` while no other process prepares the same database: if several processes start at once, the later ones
 * find it prepared. The lock ends with the process that holds it.
 */
export async function whileNobodyPrepares(ownerUrl: string, work: () => Promise<void>): Promise<void> {
  const client = await connect(ownerUrl);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [PREPARATION_LOCK]);
    await work();
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "crc-migrate" });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function ask(url: string, statement: string, values: unknown[] = []): Promise<number> {
  const client = await connect(url);
  try {
    return (await client.query(statement, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { dropLoginRoles, loginRolesInUse } from "#lib/db/drop-login-roles";
import { hexIds } from "#lib/db/hex-id";
import { NoPrimary, primaryUrl } from "#lib/db/primary";
import { withoutTenant } from "#lib/db/without-tenant";
import { type Environment, EnvironmentError, readEnvironment } from "#lib/kernel/environment";
import { makeDataDir } from "#lib/kernel/private-file";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { StartFailure } from "#lib/kernel/start-failure";
import { migrate } from "#lib/launcher/migrate";
import { keepSecret } from "#lib/launcher/secrets";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { claim, outliveOldServer, release } from "#lib/postgres/pid-file";
import { BrokenChain, extendChainToEnd } from "#lib/security/audit-chain/extend";
import { resealEverything } from "#lib/security/sealing/reseal";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Rotates the keys of the embedded database, which runs only for the rotation, and saves the new key for later starts.
 */
async function rotateEmbedded(dataDir: string, rotateAt: (ownerUrl: string) => Promise<void>, encryptionKey: string) {
  await makeDataDir(dataDir);
  await claim(dataDir);
  try {
    await outliveOldServer(dataDir);
    const { url, stop } = await startEmbeddedPostgres({ dataDir });
    try {
      await rotateAt(url);
      await keepSecret(dataDir, "ENCRYPTION_KEY", encryptionKey);
    } finally {
      await stop();
    }
  } finally {
    await release(dataDir);
  }
}

/**
 * Seals all values and the ends of the audit chains with the new key. A broken chain stays as it is: tampering with one
 * must not keep a leaked key in use.
 */
async function resealAll() {
  const done = await resealEverything();
  const organizations = await withoutTenant<{ organization_id: string }>(
    sql`SELECT ${hexIds("organization_id")} FROM list_organizations()`,
  );
  let chains = 0;
  for (const { organization_id } of organizations) {
    try {
      await extendChainToEnd(organization_id, () => chains++);
    } catch (error) {
      if (!(error instanceof BrokenChain)) throw error;
      say(`audit chain of ${organization_id}: broken and left as it is; npm run verify-audit says more`);
    }
  }
  return { done, chains };
}

/**
 * Re-seals all secrets with the new key and drops the old keys' login roles. Throws if something could not be rotated.
 * Throws before any change if a process runs with an old key only: it could not open secrets afterwards.
 */
async function rotate(env: Environment, encryptionKey: string, ownerUrl: string): Promise<void> {
  const inUse = await loginRolesInUse(ownerUrl, env.ENCRYPTION_KEYS_PREVIOUS);
  if (inUse.length > 0) {
    throw new StartFailure(
      `A process still runs with an old key (${inUse.join(", ")}). Start every process with the new ENCRYPTION_KEY, and the old one in ENCRYPTION_KEYS_PREVIOUS, then run this again. Nothing was changed`,
    );
  }
  const { appUrl } = await migrate(ownerUrl, { encryptionKey });
  process.env.APP_DATABASE_URL = appUrl;
  process.env.ENCRYPTION_KEY = encryptionKey;
  forgetSingleton("environment");
  const { done, chains } = await resealAll().finally(closeSingletons);
  for (const { column, resealed, unopened } of done) {
    say(`${column}: ${resealed} sealed anew${unopened > 0 ? `, ${unopened} left: no given key opens them` : ""}`);
  }
  say(`audit chain: ${chains} sealed anew`);
  if (done.some(({ unopened }) => unopened > 0)) {
    throw new StartFailure("Some values are left: add the key that sealed them to ENCRYPTION_KEYS_PREVIOUS");
  }
  const { kept } = await dropLoginRoles(ownerUrl, env.ENCRYPTION_KEYS_PREVIOUS);
  if (kept.length > 0) {
    throw new StartFailure(
      `Still in use: ${kept.join(", ")}. Start every process with the new ENCRYPTION_KEY, then run this again`,
    );
  }
  say("ENCRYPTION_KEYS_PREVIOUS is no longer needed: remove it before the next start");
}

try {
  const env = readEnvironment(process.env);
  const dataDir = resolve(ROOT, env.DATA_DIR);
  if (env.ENCRYPTION_KEYS_PREVIOUS.length === 0) {
    throw new StartFailure("ENCRYPTION_KEYS_PREVIOUS must contain the keys that ENCRYPTION_KEY replaces");
  }
  const { ENCRYPTION_KEY } = env;
  if (!ENCRYPTION_KEY || env.ENCRYPTION_KEYS_PREVIOUS.includes(ENCRYPTION_KEY)) {
    throw new StartFailure("ENCRYPTION_KEY must be a new key, and none of ENCRYPTION_KEYS_PREVIOUS");
  }
  const rotateAt = (ownerUrl: string) => rotate(env, ENCRYPTION_KEY, ownerUrl);
  if (env.DATABASE_URL) await rotateAt(await primaryUrl(env.DATABASE_URL));
  else await rotateEmbedded(dataDir, rotateAt, ENCRYPTION_KEY);
} catch (error) {
  const expected = [StartFailure, EnvironmentError, NoPrimary].some((kind) => error instanceof kind);
  process.stderr.write(`${expected ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
